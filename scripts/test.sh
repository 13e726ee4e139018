#!/usr/bin/env bash
# The whole check from a bare clone: install (as root also chromium, for the panel), style, types, layers, API document, build, test suite with coverage.
# Ends with one line of counts. `scripts/test.sh test/chain/*.test.ts` runs only those files.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/set-up.sh

require_node
install_packages
install_browser
echo "== style, types, layers"
npx biome ci .
npx tsc -p tsconfig.json
npx tsc -p src/panel/page/tsconfig.json
npx tsx scripts/check-layers.ts
build
if [[ -f openapi.yaml ]]; then
  echo "== openapi.yaml is the routes' own"
  npx tsx scripts/openapi.ts --check
  REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npx redocly lint openapi.yaml
fi

echo "== tests"
npx tap build >/dev/null
log=$(mktemp)
# No test may touch the Hermes of whoever runs it: their home is an empty folder, and none appears there or at the account's own.
home=$(mktemp -d)
account=$(getent passwd "$(id -u)" | cut -d: -f6 || true)
hermes_before=$(ls -d "$account/.hermes" 2>/dev/null || true)
trap 'rm -rf "$log" "$home"' EXIT
status=0
HOME=$home node_modules/.bin/tap --reporter=tap "$@" >"$log" 2>&1 || status=$?
# A passing file is one line, a failing one is shown whole.
awk '/^    /{block = block $0 "\n"; next} /^not ok/{printf "%s", block} {print; block = ""}' "$log"
passed=$(sed -nE 's/^# \{ total: [0-9]+, pass: ([0-9]+).*/\1/p' "$log" | tail -1)
failed=$(sed -nE 's/^# \{.* fail: ([0-9]+).*/\1/p' "$log" | tail -1)
if [[ -z ${passed:-} && $status -eq 0 ]]; then status=1; fi
if [[ -e $home/.hermes || $(ls -d "$account/.hermes" 2>/dev/null || true) != "$hermes_before" ]]; then
  echo "a test has touched ~/.hermes"
  status=1
fi
echo "${passed:-0} passed, ${failed:-$((status != 0))} failed"
exit "$status"
