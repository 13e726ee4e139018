import { asMapping, asText } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { FAIL_SAFE_KEYS, queueEdit, queueOf } from '../queue/queue.ts';
import { QueueEditor } from '../queue/queue-editor.tsx';
import { ProfileField } from '../rules/destination-editor.tsx';

const PATH = ['fail_safe'];
const NAME = 'the last resort';

/** The hops that decide when nothing else has an answer, and who does the task then. */
export function FailSafe() {
  const { base, edited, edits, edit, locked } = useDraft();
  const block = asMapping(edited.policy.fail_safe);
  const hops = queueOf(block, FAIL_SAFE_KEYS);
  return (
    <>
      {hops === null ? (
        <p class="note">Its fallbacks are no list of hops: mend that in the file.</p>
      ) : (
        <QueueEditor
          name={NAME}
          hops={asText(block.model) === null ? hops.slice(1) : hops}
          locked={locked}
          blockKeys={FAIL_SAFE_KEYS}
          onHops={(next) =>
            edit(
              queueEdit({
                path: PATH,
                base: base.policy.fail_safe,
                block,
                hops: next,
                edits,
                name: NAME,
                blockKeys: FAIL_SAFE_KEYS,
              }),
            )
          }
        />
      )}
      <ProfileField
        profile={asText(block.profile) ?? ''}
        onChange={(profile) =>
          edit({
            kind: 'set',
            path: [...PATH, 'profile'],
            value: profile === '' ? null : profile,
            label: 'Profile of the last resort',
          })
        }
      />
    </>
  );
}
