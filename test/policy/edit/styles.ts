import { readFileSync } from 'node:fs';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Two-space indent, lists flush left, every line ends in CRLF, no line break at the end. */
const CRLF = `# the office policy
enabled: true   # main switch

rules:
# small things
- id: small
  when: {verb_class: {eq: trivial}}
  then: {profile: coder, model: T1}   # cheap
  note: kept
# loud things
# (two lines)
- id: loud
  status: stable
  when:
    keywords: {contains: audit}
  then:
    profile: reviewer
    model: T4

# a block of its own

- id: rest
  when: {has_code: {eq: true}}
  then: {profile: coder, model: T2}
default:
  action: classify
tiers:
  T1:
    model: tiny
    provider: cheap
    fallback_strategy: sequential
    time_cap: {max_multiplier: 1.5}
    fallback:
    # second best
    - model: small
      provider: other   # slow
    - {model: medium, provider: strong}
  T2: {model: small, provider: cheap, billing_mode: plan}
  T3: {model: medium, provider: strong}
  T4:
    model: strong
    provider: strong
    time_policy:
      avoid_peak: [cheap]
price_windows:
  # a habit of theirs
  small: [{hours_utc: [6, 10], multiplier: 2.0}]
classifier: {model: judge, provider: judge-rail, timeout_seconds: 15}
fail_safe: {profile: coder, model: strong, provider: safe}
blocklist:
  manual_ban:
  # until Monday
  - model: worn
    provider: cheap
  fallback_chain: [tiny, small, medium, strong]
# the end`.replaceAll('\n', '\r\n');

/** Four-space indent, wide dashes, lists in brackets over several lines, padded braces. */
const WIDE = `# wide
enabled: true
rules:
    -   id: small   # one
        when: { verb_class: { eq: trivial } }
        then: { profile: coder, model: T1 }

    # loud things
    -   id: loud
        status: stable
        when: { keywords: { contains: audit } }
        then:
            profile: reviewer   # reads only
            model: T4

    -   id: rest
        when: { has_code: { eq: true } }
        then: { profile: coder, model: T2 }


default: { action: classify }   # ask

tiers:
    T1:
        model: tiny
        provider: cheap
        fallback_strategy: sequential
        time_cap:
            max_multiplier: 1.5   # dollars
        fallback: [
            { model: small, provider: other },   # slow
            { model: medium, provider: strong },
        ]
    # middle
    T2: { model: small, provider: cheap, billing_mode: plan }
    T3: { model: medium, provider: strong }
    T4:
        model: strong
        provider: strong
        time_policy: { avoid_peak: [ cheap ] }
price_windows:
    small:
        - { hours_utc: [6, 10], multiplier: 2.0 }
classifier:
    model: judge
    provider: judge-rail
    timeout_seconds: 15
fail_safe: { profile: coder, model: strong, provider: safe }
blocklist:
    manual_ban: [{ model: worn, provider: cheap }]   # until Monday
    fallback_chain:
        - tiny
        - small   # second
        - medium
        - strong
`;

/** Quoted keys, an anchor, aliases and a merge; a byte order mark and a document marker. */
const ANCHORED = `\ufeff---
"enabled": true
"shared":
  base: &base
    billing_mode: plan   # both
  weekdays: &week [0, 1, 2, 3, 4]
"rules":
  # small things
  - "id": small
    "when": {"verb_class": {"eq": trivial}}
    "then": {"profile": coder, "model": T1}
  - "id": loud
    "status": 'stable'
    "when": {"keywords": {"contains": audit}}
    "then":
      "profile": 'reviewer'
      "model": 'T4'
  # all the rest
  - "id": rest
    "when": {"has_code": {"eq": true}}
    "then": {"profile": coder, "model": T2}
"default": {"action": classify}
"tiers":
  "T1":
    <<: *base
    "model": "tiny"   # ours
    "provider": "cheap"
    "fallback_strategy": sequential
    "time_cap":
      "max_multiplier": 1.5
    "fallback":
      - "model": small
        "provider": other
      - "model": medium
        "provider": strong
  "T2": {"model": small, "provider": cheap, "billing_mode": plan}
  "T3": {"model": medium, "provider": strong}
  "T4":
    "model": strong
    "provider": strong
    "time_policy": {"avoid_peak": [cheap]}
"price_windows":
  "small":
    - "hours_utc": [6, 10]
      "multiplier": 2.0
      "weekdays": *week
"classifier": {"model": judge, "provider": judge-rail, "timeout_seconds": 15}
"fail_safe": {"profile": coder, "model": strong, "provider": safe}
"blocklist":
  "manual_ban":
    # until Monday
    - "model": worn
      "provider": cheap
  "fallback_chain": [tiny, small, medium, strong]
...
`;

/** The shipped example with a ban and an overlay, which it has only as samples. */
const SHIPPED = readFileSync(new URL('../../../router.example.yaml', import.meta.url), 'utf8')
  .replace('  manual_ban: []\n', '  manual_ban:\n    # until Monday\n    - model: worn\n      provider: cheap\n')
  .replace(
    '# price_windows:\n',
    'price_windows:\n  small:\n    - hours_utc: [6, 10]\n      multiplier: 2.0\n# price_windows:\n',
  );

/** Policies of four styles that people write. */
export const STYLES: Readonly<Record<'shipped' | 'crlf' | 'wide' | 'anchored', Uint8Array>> = {
  shipped: encode(SHIPPED),
  crlf: encode(CRLF),
  wide: encode(WIDE),
  anchored: encode(ANCHORED),
};
