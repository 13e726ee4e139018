/**
 * The demo's stand-in for `hermes`: a shell script that speaks as much of its streaming format as a job needs, takes a moment, and does nothing.
 * Everything it prints is fixed but the profile and the model, whose names hold no character that JSON or a shell would mind.
 */
export const DEMO_HERMES = `#!/bin/sh
case " $* " in
  *" --help "*) echo '  --query-file PATH  --format {text,stream-json}'; exit 0 ;;
esac
profile=default model='its own model'
while [ $# -gt 0 ]; do
  case $1 in
    -p) profile=$2; shift ;;
    -m) model=$2; shift ;;
  esac
  shift
done
say() { printf '{"type":"text","text":"%s\\\\n"}\\n' "$1"; }
session=$(date -u +%Y%m%d_%H%M%S)_de3040
printf '{"type":"system","subtype":"init","session_id":"%s"}\\n' "$session"
say "I stand in for hermes, as profile $profile with $model."
sleep 1
say 'A real one would have done the task now.'
printf '{"type":"result","session_id":"%s","exit_code":0,"text":"nothing was done: this is a demo"}\\n' "$session"
`;
