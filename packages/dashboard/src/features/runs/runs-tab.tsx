import type { Run } from "@botyard/client/browser";
import { search, setSearch } from "../../app/url.ts";
import { RunStatus } from "../../domain/run-status.tsx";
import { canDeploy } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useLive } from "../../platform/use-live.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Json } from "../../ui/json.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Ago, distance } from "../../ui/time.tsx";
import type { TabProps } from "../bot/tabs.tsx";
import { cancelRun, listRuns, type Runs } from "./api/runs.ts";
import { durationOf, Timeline } from "./timeline.tsx";

export default function RunsTab({ bot }: TabProps) {
  const runs = useResource(() => listRuns(bot.bot_id), [bot.bot_id, bot.last_run, bot.next_tick_at]);
  // A run writes to the log when it begins and when it ends.
  useLive(bot.bot_id, ["logs"], {}, (records) => {
    const isAboutRuns = (one: (typeof records)[number]) =>
      one.kind === "event" && one.channel === "logs" && one.record.stream === "system";
    if (records.some(isAboutRuns)) runs.reload();
  });
  return (
    <Loaded resource={runs} empty={({ runs }) => runs.length === 0 && <NoRuns name={bot.name} />}>
      {(value) => <Shown {...value} botId={bot.bot_id} onChange={runs.reload} />}
    </Loaded>
  );
}

function NoRuns({ name }: { name: string }) {
  return (
    <Panel>
      <Empty>
        <h2>No runs yet</h2>
        <p>The bot runs at its next tick, or now:</p>
        <Command text={`platform bot run ${name}`} />
      </Empty>
    </Panel>
  );
}

const zoned = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

function Shown({ runs, nextTicks, botId, onChange }: Runs & { botId: string; onChange(): void }) {
  const chosen = search.value.get("run") ?? undefined;
  const choose = (id: string) => setSearch({ run: id === chosen ? undefined : id });
  return (
    <>
      <Panel title="Runs over time">
        <Timeline runs={runs} nextTicks={nextTicks} chosen={chosen} onChoose={choose} />
        {nextTicks.length > 0 && (
          <p class="small">Next: {nextTicks.map((tick) => zoned.format(Date.parse(tick))).join(" · ")}</p>
        )}
      </Panel>
      <Panel title={`Newest ${runs.length} runs`} flush>
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Started</th>
                <th scope="col">Status</th>
                <th scope="col" class="number">
                  Took
                </th>
                <th scope="col">Version</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <RunRow
                  key={run.id}
                  run={run}
                  botId={botId}
                  isOpen={run.id === chosen}
                  onToggle={() => choose(run.id)}
                  onChange={onChange}
                />
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}

interface RowProps {
  run: Run;
  botId: string;
  isOpen: boolean;
  onToggle(): void;
  onChange(): void;
}

function RunRow({ run, botId, isOpen, onToggle, onChange }: RowProps) {
  const took = durationOf(run);
  return (
    <>
      <tr>
        <td>
          <Ago time={run.started_at ?? run.tick ?? run.queued_at} />
        </td>
        <td>
          <RunStatus status={run.status} />
        </td>
        <td class="number">{run.finished_at && run.started_at ? length(took) : "–"}</td>
        <td>{run.version}</td>
        <td>
          <Button aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? "Hide" : "Show"}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Details run={run} botId={botId} onChange={onChange} />
          </td>
        </tr>
      )}
    </>
  );
}

const length = (milliseconds: number): string =>
  milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : distance(milliseconds).replace("in ", "");

function Details({ run, botId, onChange }: Omit<RowProps, "isOpen" | "onToggle">) {
  const cancel = useAction(async () => {
    await cancelRun(run.id);
    onChange();
  });
  const isActive = run.status === "queued" || run.status === "running";
  return (
    <div class="stack">
      {run.detail && <p class="given">{run.detail}</p>}
      <p class="soft small">
        {run.id} · {run.tick ? `tick of ${zoned.format(Date.parse(run.tick))}` : "run by hand"}
        {run.exit_code !== undefined && ` · exit code ${run.exit_code}`}
        {run.signal && ` · ${run.signal}`}
      </p>
      {run.result !== undefined && <Json text={JSON.stringify(run.result, undefined, 2)} />}
      <div class="actions">
        <a class="button" href={`/bots/${encodeURIComponent(botId)}/logs?run=${encodeURIComponent(run.id)}`}>
          Log of this run
        </a>
        {isActive && canDeploy.value && (
          <Button kind="danger" disabled={cancel.running} onClick={() => void cancel.run()}>
            Cancel the run
          </Button>
        )}
      </div>
      {cancel.error !== undefined && <Failure error={cancel.error} />}
    </div>
  );
}
