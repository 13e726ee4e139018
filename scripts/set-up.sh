#!/usr/bin/env bash
# Sourced by the other scripts: checks Node, installs the locked packages when they changed, builds dist/ when it is older than src/,
# and fetches the browser that the panel is tested in.
# Works from a bare clone; prints only what it does.

require_node() {
  command -v node >/dev/null || { echo "Node.js 20.19 or newer is needed: https://nodejs.org/" >&2; exit 1; }
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); if (a < 20 || (a === 20 && b < 19)) { console.error(`Node.js 20.19 or newer is needed, this is ${process.version}`); process.exit(1); }'
}

install_packages() {
  if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
    echo "Installing packages (npm ci) ..." >&2
    npm ci --no-audit --no-fund --loglevel=error >&2
    cp package-lock.json node_modules/.installed-lock.json
  fi
}

build() {
  if [[ ! -x dist/app/main.js || -n $(find src scripts/build.mjs scripts/build-page.mjs package.json tsconfig.json tsconfig.build.json -newer dist/app/main.js -type f -print -quit) ]]; then
    echo "Building (tsc) ..." >&2
    npm run --silent build >&2
  fi
}

# The panel is tested in Debian's chromium. A font is named because the packages it only recommends stay away.
install_browser() {
  if command -v chromium >/dev/null; then return; fi
  if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
    echo "Installing chromium (apt-get) ..." >&2
    if apt-get -qq update >&2 &&
      DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium fonts-liberation >/dev/null; then return; fi
  fi
  echo "No chromium for the tests of the panel. Install it: sudo apt-get install chromium" >&2
}
