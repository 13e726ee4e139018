import { jsonEqual } from '../../../../../lib/json.ts';
import { Card } from '../../../parts/card.tsx';
import { plural } from '../../../parts/format.ts';
import { shown } from '../../../wire/read.ts';
import { useDraft } from '../draft.tsx';
import { banRow, bansEdit } from './ban.ts';
import { BanFields } from './ban-fields.tsx';
import { BanList } from './ban-list.tsx';
import { CooldownsCard } from './cooldowns.tsx';

/** What must not run: bans, to be added and lifted; what the breaker keeps out; and where to look for a substitute. */
export function BansSection() {
  const { base, edited, edit, locked } = useDraft();
  const bans = edited.blocklist.manual_ban;
  return (
    <div class="editors">
      <Card
        title="Banned by hand"
        aside={<span class="muted">{bans.length === 0 ? 'none' : plural(bans.length, 'ban')}</span>}
      >
        <p class="muted">A ban holds until it is lifted, even for a caller that asks for the model by name.</p>
        <BanList
          bans={bans}
          isNew={(ban) => !base.bans.some((known) => jsonEqual(known, ban))}
          locked={locked}
          onLift={(index) => edit(bansEdit(bans.toSpliced(index, 1)))}
        />
        <BanFields bans={bans} locked={locked} onBan={(form) => edit(bansEdit([...bans, banRow(form)]))} />
      </Card>
      <div class="stack">
        <CooldownsCard />
        <Card title="Substitutes">
          <p class="muted">
            When every hop of a tier is blocked, the model after the blocked one in this list is tried. It is edited in
            the file, under blocklist.fallback_chain.
          </p>
          <ol>
            {edited.blocklist.fallback_chain.map((model) => (
              <li key={shown(model)}>{shown(model)}</li>
            ))}
          </ol>
          {edited.blocklist.fallback_chain.length === 0 && <p>The file has no such list.</p>}
        </Card>
      </div>
    </div>
  );
}
