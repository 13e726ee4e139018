#!/usr/bin/env bash
# From a bare clone to the first three answers: installs and builds what is missing, then runs the demo, which stays up
# until Ctrl-C. `--once` ends by itself; `--port N` listens elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/set-up.sh

require_node
install_packages
build
exec node dist/app/main.js demo "$@"
