import type { Revision } from "@botyard/client/browser";
import { useState } from "preact/hooks";
import { Actor } from "../../domain/actor.tsx";
import type { TabProps } from "../../domain/bot-tab.ts";
import { changesOf, settingsOf } from "../../domain/settings/settings.ts";
import { printable } from "../../lib/printable.ts";
import { search, setSearch } from "../../lib/url.ts";
import { mayChange } from "../../platform/session.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Diff } from "../../ui/diff.tsx";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { listRevisions, rollBack } from "./api/revisions.ts";
import { consequence } from "./review.tsx";

/** The settings that the bot has had: what each changed, and the way back. */
export function Revisions({ bot, onChange }: TabProps) {
  const revisions = useResource((signal) => listRevisions(bot.bot_id, signal), [bot.bot_id, bot.revision]);
  const [target, setTarget] = useState<Revision>();
  const shown = Number(search.value.get("revision"));
  return (
    <Panel title="Revisions" flush>
      <Loaded resource={revisions}>
        {(all) => (
          <Table name="Revisions" columns={["Revision", "Saved", "By", "Changes", { hidden: "Actions" }]}>
            {all.map((one, index) => (
              <Row
                key={one.revision}
                revision={one}
                previous={all[index + 1]}
                isCurrent={one.revision === bot.revision}
                isShown={one.revision === shown}
                mayGoBack={mayChange(bot)}
                onRollBack={() => setTarget(one)}
              />
            ))}
          </Table>
        )}
      </Loaded>
      {target && (
        <Confirm
          title={`Go back to revision ${target.revision}?`}
          action="Go back"
          onConfirm={async () => onChange(await rollBack(bot, target.revision))}
          onClose={() => setTarget(undefined)}
        >
          <div class="stack">
            <Changes before={bot} after={target} />
            <p>
              {consequence(bot, changesOf({}, settingsOf(bot), settingsOf(target)))} The change is saved as a
              new revision, so that you can undo it.
            </p>
          </div>
        </Confirm>
      )}
    </Panel>
  );
}

interface RowProps {
  revision: Revision;
  previous: Revision | undefined;
  isCurrent: boolean;
  mayGoBack: boolean;
  isShown: boolean;
  onRollBack(): void;
}

function Row({ revision, previous, isCurrent, mayGoBack, isShown, onRollBack }: RowProps) {
  const changes = previous && changesOf({}, settingsOf(previous), settingsOf(revision));
  return (
    <>
      <tr>
        <th scope="row">
          {revision.revision} {isCurrent && <span class="soft small">current</span>}
        </th>
        <td>
          <Ago time={revision.created_at} />
        </td>
        <td class="given">
          {revision.actor ? <Actor actor={revision.actor} /> : <span class="soft">not known</span>}
        </td>
        <td class="given small revision-changes">
          {changes ? summary(changes.map(({ path }) => path)) : "Created"}
        </td>
        <td>
          <div class="actions">
            {previous && (
              <Button
                kind="quiet"
                aria-expanded={isShown}
                aria-label={`${isShown ? "Hide" : "Show"} differences of revision ${revision.revision}`}
                onClick={() => setSearch({ revision: isShown ? undefined : String(revision.revision) })}
              >
                {isShown ? "Hide" : "Show"}
              </Button>
            )}
            {!isCurrent && mayGoBack && (
              <Button aria-label={`Go back to revision ${revision.revision}`} onClick={onRollBack}>
                Go back
              </Button>
            )}
          </div>
        </td>
      </tr>
      {isShown && previous && (
        <tr>
          <td colSpan={5}>
            <Changes before={previous} after={revision} />
          </td>
        </tr>
      )}
    </>
  );
}

type Shown = Parameters<typeof settingsOf>[0];

function Changes({ before, after }: { before: Shown; after: Shown }) {
  const changes = changesOf({}, settingsOf(before), settingsOf(after));
  return changes.length > 0 ? (
    <Diff changes={changes} />
  ) : (
    <p>Nothing that can be shown differs. Secrets may.</p>
  );
}

function summary(paths: string[]): string {
  if (paths.length === 0) return "Nothing that can be shown; secrets may differ";
  const shown = printable(paths.slice(0, 3).join(", "));
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
