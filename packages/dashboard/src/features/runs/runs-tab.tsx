import { useEffect, useState } from "preact/hooks";
import type { TabProps } from "../../domain/bot-tab.ts";
import { runTones } from "../../domain/run-status.tsx";
import { Ticks } from "../../domain/ticks.tsx";
import { botWord } from "../../lib/shell.ts";
import { search, setSearch } from "../../lib/url.ts";
import { mayChange } from "../../platform/session.ts";
import { useLive } from "../../platform/use-live.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { listRuns, type Runs } from "./api/runs.ts";
import { RunRow, writtenDuration } from "./run-row.tsx";
import { longestOf, Timeline } from "./timeline.tsx";

const pageRuns = 50;

export default function RunsTab({ bot }: TabProps) {
  return bot.schedule === undefined ? <NotScheduled bot={bot} /> : <ScheduledRuns bot={bot} />;
}

function NotScheduled({ bot }: Pick<TabProps, "bot">) {
  return (
    <Panel>
      <Empty>
        <h2>This bot has no runs</h2>
        <p>
          A realtime bot is one process that runs until it is stopped. Its starts and stops are in the events,
          and what it writes is in the log.
        </p>
        <div class="actions">
          <a class="button" href="events">
            Events
          </a>
          <a class="button" href="logs">
            Log
          </a>
        </div>
        <Command text={`platform bot logs ${botWord(bot)} -w`} />
      </Empty>
    </Panel>
  );
}

function ScheduledRuns({ bot }: Pick<TabProps, "bot">) {
  const [count, setCount] = useState(pageRuns);
  const wanted = search.value.get("status");
  const status = wanted !== null && wanted in runTones ? wanted : undefined;
  // The answer says which bot and status it is for; with more runs, the old ones stay until it comes.
  const runs = useResource((signal) => listRuns(bot.bot_id, count, status, signal), [bot.bot_id, status]);
  useEffect(() => {
    if (runs.value) runs.reload();
  }, [count, bot.next_tick_at, JSON.stringify(bot.last_run)]);
  // A run writes to the log when it begins and when it ends.
  useLive(
    bot.bot_id,
    ["logs"],
    {},
    (records) => {
      const isAboutRuns = (one: (typeof records)[number]) =>
        one.kind === "event" && one.channel === "logs" && one.record.stream === "system";
      if (records.some(isAboutRuns)) runs.reload();
    },
    { onSubscribed: runs.reload },
  );
  return (
    <Loaded
      resource={runs}
      empty={({ runs, nextTicks }) =>
        runs.length === 0 && status === undefined && <NoRuns bot={bot} nextTicks={nextTicks} />
      }
    >
      {(value) => (
        <Shown
          {...value}
          bot={bot}
          status={status}
          onChange={runs.reload}
          onMore={() => setCount(count + pageRuns)}
        />
      )}
    </Loaded>
  );
}

function NoRuns({ bot, nextTicks }: Pick<TabProps, "bot"> & { nextTicks: string[] }) {
  return (
    <Panel>
      <Empty>
        <h2>No runs yet</h2>
        {bot.desired === "stopped" || bot.status === "failed" ? (
          <>
            <p>The bot is {bot.status}. Once started, it runs at the next tick of its schedule.</p>
            <Command text={`platform bot start ${botWord(bot)}`} />
          </>
        ) : (
          <>
            <p>The bot runs at its next tick, or now:</p>
            <Command text={`platform bot run ${botWord(bot)}`} />
          </>
        )}
      </Empty>
      {nextTicks.length > 0 && <NextTicks ticks={nextTicks} bot={bot} />}
    </Panel>
  );
}

function NextTicks({ ticks, bot }: { ticks: string[]; bot: TabProps["bot"] }) {
  if (ticks.length === 0)
    return <p class="soft small">No next run: the bot is stopped, or its schedule has ended.</p>;
  return (
    <>
      <h3>Next runs</h3>
      <Ticks ticks={ticks} timezone={bot.timezone ?? "UTC"} />
    </>
  );
}

interface ShownProps extends Runs {
  bot: TabProps["bot"];
  status: string | undefined;
  onChange(): void;
  onMore(): void;
}

function Shown({ runs, nextTicks, isMore, bot, status, onChange, onMore }: ShownProps) {
  const chosen = search.value.get("run") ?? undefined;
  const choose = (id: string) => setSearch({ run: id === chosen ? undefined : id });
  return (
    <>
      <Panel
        title="Runs over time"
        actions={runs.length > 0 && <span class="soft small">{legendOf(runs)}</span>}
      >
        {runs.length > 0 && <Timeline runs={runs} nextTicks={nextTicks} chosen={chosen} onChoose={choose} />}
        <NextTicks ticks={nextTicks} bot={bot} />
      </Panel>
      <Panel
        title={`Newest ${runs.length === 1 ? "run" : `${runs.length} runs`}`}
        actions={<ByStatus status={status} />}
        flush
      >
        {runs.length === 0 && (
          <Empty>
            <h2>No run has this status</h2>
            <Button onClick={() => setSearch({ status: undefined })}>Show all runs</Button>
          </Empty>
        )}
        {runs.length > 0 && (
          <Table
            name="Runs"
            class="runs"
            columns={["Started", "Status", { number: "Took" }, "Version", "Reason", "Result"]}
          >
            {runs.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                botId={bot.bot_id}
                isOpen={run.id === chosen}
                mayCancel={mayChange(bot)}
                onToggle={() => choose(run.id)}
                onChange={onChange}
              />
            ))}
          </Table>
        )}
        {isMore && (
          <div class="panel-body">
            <Button onClick={onMore}>Show older</Button>
          </div>
        )}
      </Panel>
    </>
  );
}

/** What the places of the marks mean; their shapes and colours are those of the table. */
const legendOf = (runs: Runs["runs"]): string =>
  `The higher, the longer: the top is ${writtenDuration(longestOf(runs))}. Rings are the next runs.`;

function ByStatus({ status }: { status: string | undefined }) {
  return (
    <label>
      <span class="hidden-text">Status</span>
      <select
        value={status ?? ""}
        onChange={({ currentTarget }) => setSearch({ status: currentTarget.value, run: undefined })}
      >
        <option value="">All results</option>
        {Object.keys(runTones).map((one) => (
          <option key={one} value={one}>
            {one.replace("_", " ")}
          </option>
        ))}
      </select>
    </label>
  );
}
