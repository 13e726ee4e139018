/**
 * The Smart Router panel in Hermes One: a button in the host's navigation, and a view that frames the page the sidecar serves.
 * The page goes into `srcdoc`, never into a source address: the proxy forbids framing what it forwards, and only a `srcdoc`
 * document has the host's origin, its cookies and its CSRF token. It talks to the sidecar itself; this script fetches the
 * page and nothing else.
 */
(() => {
  const ID = 'hermes-smart-router';
  const PAGE = `/api/extensions/${ID}/sidecar/console`;
  /** The tabs of the page, mirrored beside it. */
  const TABS = { now: 'Now', try: 'Try', policy: 'Policy', decisions: 'Decisions', jobs: 'Jobs', models: 'Models' };
  /** What the page may know of the host's theme, by the name it reads it under. */
  const THEME = {
    bg: '--bg',
    surface: '--surface',
    text: '--text',
    muted: '--muted',
    accent: '--accent',
    border: '--border',
    success: '--success',
    warning: '--warning',
    error: '--error',
    info: '--info',
    'font-ui': '--font-ui',
    'font-mono': '--font-mono',
    'radius-md': '--radius-md',
  };
  const REASONS = {
    401: 'Your session has ended. Reload the page and sign in again.',
    403: 'Hermes One may not talk to the router yet.\nApprove it in Settings > Extensions > Diagnostics ("Approve proxy consent"), then open this panel again.',
    404: 'The router answers, but it has no panel page. Is it an older version? Restart it: systemctl --user restart hermes-router-sidecar',
    502: 'The router does not answer.\nStart it: systemctl --user start hermes-router-sidecar',
    503: 'The token file is missing.\nApprove the router in Settings > Extensions > Diagnostics: that writes it.',
  };

  if (typeof window.HermesPanelNav?.register !== 'function') {
    console.error(`${ID}: the Hermes One panel kit (HermesPanelNav) is not loaded; list it before this extension`);
    return;
  }

  const view = element('section', { id: `${ID}-view`, class: `main-view ${ID}-view`, 'aria-label': 'Smart Router' });
  const tabs = element('div', { class: `${ID}-tabs`, role: 'tablist', 'aria-label': 'Smart Router' });
  const alert = element('p', { role: 'alert', 'aria-live': 'assertive' });
  const frame = element('iframe', { title: 'Smart Router' });
  const buttons = Object.entries(TABS).map(([name, label]) => tabButton(name, label));
  tabs.append(...buttons);
  view.append(tabs, alert, frame);
  tabs.hidden = true;
  alert.hidden = true;
  frame.hidden = true;

  /** The text of the page that is framed; empty while none is. */
  let shown = '';
  let watched = null;

  const panel = window.HermesPanelNav.register({
    token: 'router',
    label: 'Router',
    title: 'Smart Router',
    iconPath: 'M4 6h7l3 6h6M4 18h7l3-6M17 9l3 3-3 3',
    navClass: `${ID}-nav`,
    onOpen: open,
  });

  function open() {
    panel.adopt(view);
    panel.show();
    load();
  }

  /** Fetches the page each time the panel opens, so that nobody looks at the one of before an upgrade. */
  async function load() {
    let answer;
    let text = '';
    try {
      answer = await fetch(PAGE, {
        credentials: 'same-origin',
        cache: 'no-store',
        headers: { Accept: 'text/html' },
      });
      text = await answer.text();
    } catch {
      fail('The host does not answer. Is Hermes One still running?');
      return;
    }
    if (answer.ok) frameText(text);
    else fail(REASONS[answer.status] ?? `Could not reach the router sidecar (HTTP ${answer.status}).`);
  }

  /** A page that works is left alone: a failed fetch of the next one says nothing about it. */
  function fail(reason) {
    if (shown !== '') return;
    alert.textContent = reason;
    alert.hidden = false;
    frame.hidden = true;
    tabs.hidden = true;
  }

  /** Only a page that differs is swapped in, and not while the one that is there holds a draft. */
  function frameText(text) {
    alert.hidden = true;
    frame.hidden = false;
    if (text === shown || frame.contentDocument?.documentElement.hasAttribute('data-draft')) return;
    shown = text;
    frame.srcdoc = text;
  }

  frame.addEventListener('load', () => {
    if (shown === '' || frame.contentDocument === null) return;
    passTheme();
    mirrorTabs(frame.contentDocument);
  });
  new MutationObserver(passTheme).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme'],
  });

  function passTheme() {
    const root = frame.contentDocument?.documentElement;
    if (!root) return;
    const style = getComputedStyle(document.documentElement);
    for (const [name, variable] of Object.entries(THEME)) {
      const value = style.getPropertyValue(variable).trim();
      if (value === '') root.style.removeProperty(`--host-${name}`);
      else root.style.setProperty(`--host-${name}`, value);
    }
    root.style.setProperty('--host-color-scheme', style.colorScheme || 'normal');
    root.style.setProperty('--host-root-font', style.fontSize);
  }

  /** Shows the page's tabs beside it, as it has them: which is selected, and how many things wait behind each. */
  function mirrorTabs(page) {
    watched?.disconnect();
    const own = page.querySelector('nav.tabs');
    tabs.hidden = own === null;
    if (own === null) return;
    // The page may hide its own tabs where there is room for ours.
    page.documentElement.dataset.tabs = 'host';
    const mirror = () => {
      for (const button of buttons) {
        const tab = page.getElementById(`tab-${button.dataset.tab}`);
        const count = tab?.querySelector('.count');
        button.hidden = tab === null;
        button.setAttribute('aria-selected', tab?.getAttribute('aria-selected') === 'true' ? 'true' : 'false');
        button.tabIndex = button.getAttribute('aria-selected') === 'true' ? 0 : -1;
        button.lastElementChild.textContent = count && !count.hidden ? count.textContent : '';
      }
    };
    watched = new MutationObserver(mirror);
    watched.observe(own, { attributes: true, childList: true, characterData: true, subtree: true });
    mirror();
  }

  function tabButton(name, label) {
    const button = element('button', { type: 'button', role: 'tab', 'data-tab': name, 'aria-selected': 'false' });
    const text = element('span', {});
    text.textContent = label;
    button.append(text, element('span', {}));
    button.addEventListener('click', () => frame.contentDocument?.getElementById(`tab-${name}`)?.click());
    button.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const there = buttons.filter((other) => !other.hidden);
      const next = there[(there.indexOf(button) + step + there.length) % there.length];
      next.focus();
      next.click();
    });
    return button;
  }

  function element(name, attributes) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }
})();
