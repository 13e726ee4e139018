#!/usr/bin/env bash
# The service under a real systemd with a real user manager: installed as the README says, started, crashed, stopped with a job that ignores
# TERM, upgraded, uninstalled. Skipped, saying why, where that cannot be done.
#
#   scripts/lab.sh LAB      LAB (or the variable LAB_SCRIPT) is a script that boots such a machine, as root:
#                           `LAB up`, `LAB put DIR NAME` (into the home of its user alice), `LAB user CMD...`, `LAB down`
#   KEEP=1                  leaves the machine running
set -euo pipefail
cd "$(dirname "$0")/.."
lab=${1:-${LAB_SCRIPT:-}}

skip() { echo "skipped: $*"; exit 0; }
[[ -n $lab ]] || skip "no lab: give the script that boots a machine with systemd, or set LAB_SCRIPT"
[[ -x $lab || -f $lab ]] || skip "$lab is not there"
[[ $(id -u) == 0 ]] || skip "booting a machine needs root"
[[ $(uname -s) == Linux ]] || skip "systemd is a matter of Linux"
command -v debootstrap >/dev/null || command -v apt-get >/dev/null || skip "neither debootstrap nor apt-get is here"

source scripts/set-up.sh
require_node
install_packages
build

failed=0
say() { printf '\n== %s\n' "$*"; }
pass() { printf 'ok      %s\n' "$*"; }
fail() { printf 'NOT OK  %s\n' "$*"; failed=1; }
check() { local what=$1; shift; if "$@"; then pass "$what"; else fail "$what"; fi; }
inside() { bash "$lab" user "$@"; }
sh_inside() { inside bash -c "$1"; }
# Waits for a condition inside, up to N seconds.
within() { local seconds=$1; shift; inside bash -c "for ((i = 0; i < $((seconds * 5)); i++)); do { $1; } >/dev/null 2>&1 && exit 0; sleep 0.2; done; exit 1"; }

unit=hermes-router-sidecar.service
health='curl -sf http://127.0.0.1:8791/health'
router='node $HOME/router/dist/app/main.js'
main_pid() { sh_inside "systemctl --user show $unit -p MainPID --value"; }

say "boot"
bash "$lab" up
[[ ${KEEP:-} == 1 ]] || trap 'bash "$lab" down' EXIT

say "put the built tree in"
stage=$(mktemp -d)
mkdir -p "$stage/router/src/panel" "$stage/bin"
cp -a dist systemd package.json router.example.yaml openapi.yaml "$stage/router/"
cp -a src/panel/extension "$stage/router/src/panel/"
npm ls --omit=dev --all --parseable 2>/dev/null | grep /node_modules/ | while read -r path; do
  target=$stage/router/${path#"$PWD"/}
  mkdir -p "$(dirname "$target")"
  [[ -e $target ]] || cp -a "$path" "$target"
done
cp test/fixtures/hermes test/fixtures/hermes.mjs "$stage/bin/"
sh_inside "systemctl --user stop $unit 2>/dev/null; rm -rf router bin .hermes hermes-one-extensions .config; true"
bash "$lab" put "$stage/router" router
bash "$lab" put "$stage/bin" bin
rm -rf "$stage"
sh_inside 'find . -not -path "./router/*" -not -path "./bin/*" | sort' >/tmp/lab-before.$$

say "install, twice"
sh_inside "export PATH=\$HOME/bin:\$PATH; $router install --standalone"
sh_inside "find .config hermes-one-extensions -type f 2>/dev/null | sort | xargs cat | sha256sum" >/tmp/lab-first.$$
sh_inside "export PATH=\$HOME/bin:\$PATH; $router install --dry-run" >/dev/null
check "a dry run changes nothing" cmp -s /tmp/lab-first.$$ <(sh_inside "find .config hermes-one-extensions -type f 2>/dev/null | sort | xargs cat | sha256sum")
check "nothing was started" sh_inside "! $health"

say "start"
sh_inside "systemctl --user daemon-reload && systemctl --user enable --now $unit hermes-router-sidecar-stale-check.timer"
check "systemctl returned, so it listens" sh_inside "$health >/dev/null"
check "it said READY" test "$(sh_inside "systemctl --user show $unit -p Type --value"; sh_inside "systemctl --user show $unit -p ActiveState --value")" == $'notify\nactive'
sh_inside "systemctl --user status $unit --no-pager | head -12" || true

say "doctor"
sh_inside "$router doctor" || true
check "doctor finds token, port, unit, linger, hermes and node in order" sh_inside \
  "$router doctor --json | node -e 'const {checks} = JSON.parse(require(\"fs\").readFileSync(0)); process.exit([\"token\",\"port\",\"host_rule\",\"policy\",\"hermes\",\"log\",\"unit\",\"linger\",\"node\",\"code_age\"].every((id) => checks.find((c) => c.id === id)?.status === \"ok\") ? 0 : 1)'"

say "kill -9"
before=$(main_pid)
sh_inside "kill -9 $before"
check "back within 5 s" within 5 "[[ \$(systemctl --user show $unit -p MainPID --value) != $before ]] && $health"

say "stop with a job that ignores TERM"
sh_inside "mkdir -p .hermes/profiles/coder"
sh_inside "$router run --profile coder --no-wait 'Sit. fake:[{\"ignore\":\"SIGTERM\"},{\"grandchild\":\"stubborn\"},{\"grandchild\":\"session\"},{\"text\":\"here\"},{\"hang\":true}]'" ||
  fail "the job could not be started"
check "the job runs" within 20 "pgrep -f [h]ermes.mjs && pgrep -x sleep"
started=$SECONDS
check "systemctl stop" sh_inside "systemctl --user stop $unit"
took=$((SECONDS - started))
check "within TimeoutStopSec ($took s)" test "$took" -lt 45
check "nothing of it is left" sh_inside '! pgrep -f [h]ermes.mjs && ! pgrep -x sleep && ! pgrep -f [d]ist/app/main.js'
check "systemd calls that a success" test "$(sh_inside "systemctl --user show $unit -p Result --value")" == success
sh_inside "systemctl --user start $unit"
check "the job ended as daemon_stop" within 10 "$router jobs --json | grep -q daemon_stop || grep -q daemon_stop -r .hermes/hermes-smart-router/state"

say "the code on disk changes"
before=$(main_pid)
sh_inside 'touch router/dist/app/main.js'
check "a change is left alone while it may go on" sh_inside "systemctl --user start hermes-router-sidecar-stale-check.service && [[ \$(systemctl --user show $unit -p MainPID --value) == $before ]]"
sleep 31
check "the stale check restarts it" sh_inside "systemctl --user start hermes-router-sidecar-stale-check.service && [[ \$(systemctl --user show $unit -p MainPID --value) != $before ]] && $health >/dev/null"

say "a usage error is not repeated"
sh_inside "mkdir -p .config/systemd/user/$unit.d && printf '[Service]\nEnvironment=HERMES_ROUTER_RATE_LIMIT=lots\n' >.config/systemd/user/$unit.d/wrong.conf && systemctl --user daemon-reload; systemctl --user restart $unit; true" 2>/dev/null
check "failed at once, exit code 2" within 10 "[[ \$(systemctl --user show $unit -p ActiveState --value) == failed && \$(systemctl --user show $unit -p ExecMainStatus --value) == 2 && \$(systemctl --user show $unit -p NRestarts --value) == 0 ]]"
sh_inside "rm -r .config/systemd/user/$unit.d; mkdir -p .config/systemd/user/$unit.d; cp router/systemd/hardening.conf .config/systemd/user/$unit.d/; systemctl --user daemon-reload; systemctl --user reset-failed $unit; systemctl --user start $unit"
check "it runs with the hardened drop-in" sh_inside "$health >/dev/null && grep -q 'NoNewPrivs:.*1' /proc/\$(systemctl --user show $unit -p MainPID --value)/status"

say "the journal reads"
sh_inside "journalctl --user -u $unit --no-pager -o cat | tail -8" || true

say "uninstall"
sh_inside "$router uninstall --purge"
check "systemd has forgotten it" sh_inside "! systemctl --user cat $unit >/dev/null 2>&1"
check "nothing runs" sh_inside '! pgrep -f [d]ist/app/main.js'
sh_inside 'rm -rf .hermes/profiles; rmdir .hermes .hermes/webui 2>/dev/null; find . -not -path "./router/*" -not -path "./bin/*" | sort' >/tmp/lab-after.$$
check "no file is left" diff <(grep -v '^./\(.config\|.local\|.cache\|.hermes\)\(/systemd\|/systemd/user\|/webui\|/webui/sidecar-auth\)\?$' /tmp/lab-before.$$) \
  <(grep -v '^./\(.config\|.local\|.cache\|.hermes\)\(/systemd\|/systemd/user\|/webui\|/webui/sidecar-auth\)\?$' /tmp/lab-after.$$)
rm -f /tmp/lab-{before,after,first}.$$

if [[ $failed == 0 ]]; then printf '\nlab: all of it works\n'; else printf '\nlab: something does not work\n'; fi
exit "$failed"
