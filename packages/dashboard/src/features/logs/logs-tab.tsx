import { useMemo, useState } from "preact/hooks";
import { search, setSearch } from "../../app/url.ts";
import { Button } from "../../ui/button.tsx";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import type { TabProps } from "../bot/tabs.tsx";
import { LogLine } from "./log-line.tsx";
import { type LogView, levels, readView } from "./log-view.ts";
import { saveLogs } from "./save-logs.ts";
import { type Logs, useLogs } from "./use-logs.ts";

export default function LogsTab({ bot }: TabProps) {
  const text = search.value.toString();
  const view = useMemo(() => readView(new URLSearchParams(text)), [text]);
  const { resource, loadOlder } = useLogs(bot.bot_id, view);
  return (
    <Panel
      title={<Filters view={view} />}
      actions={<Button onClick={() => void saveLogs(bot.bot_id, bot.name, view)}>Download</Button>}
      flush
    >
      <Loaded
        resource={resource}
        empty={({ lines }) => lines.length === 0 && <NoLines view={view} name={bot.name} />}
      >
        {(logs) => <Lines logs={logs} onStart={loadOlder} />}
      </Loaded>
    </Panel>
  );
}

function Filters({ view }: { view: LogView }) {
  return (
    <div class="actions">
      <label>
        <span class="hidden-text">Lowest level</span>
        <select
          value={view.level ?? "trace"}
          onChange={({ currentTarget: { value } }) =>
            setSearch({ level: value === "trace" ? undefined : value })
          }
        >
          {levels.map((level) => (
            <option key={level} value={level}>
              {level === "trace" ? "All levels" : `${level} and above`}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden-text">Text</span>
        <input
          class="input"
          type="search"
          placeholder="Text in the message"
          value={view.q ?? ""}
          onChange={({ currentTarget }) => setSearch({ q: currentTarget.value })}
        />
      </label>
      {view.run_id && (
        <Button kind="quiet" onClick={() => setSearch({ run: undefined })}>
          Run {view.run_id} ✕
        </Button>
      )}
    </div>
  );
}

function NoLines({ view, name }: { view: LogView; name: string }) {
  if (Object.keys(view).length > 0)
    return (
      <Empty>
        <h2>No line matches</h2>
        <Button onClick={() => setSearch({ level: undefined, q: undefined, run: undefined })}>
          Show all lines
        </Button>
      </Empty>
    );
  return (
    <Empty>
      <h2>No lines yet</h2>
      <p>What the bot logs or prints appears here.</p>
      <Command text={`platform bot logs ${name} -w`} />
    </Empty>
  );
}

function Lines({ logs, onStart }: { logs: Logs; onStart(): void }) {
  const chosen = Number(search.value.get("line")) || undefined;
  const [follows, setFollows] = useState(chosen === undefined);
  const [seen, setSeen] = useState(0);
  const fresh = logs.arrived - seen;
  const follow = (isAtEnd: boolean) => {
    setFollows(isAtEnd);
    if (!isAtEnd && follows) setSeen(logs.arrived);
  };
  return (
    <>
      <VirtualList
        items={logs.lines}
        keyOf={(line) => line.seq}
        itemHeight={24}
        label="Log"
        follows={follows}
        onFollow={follow}
        onStart={onStart}
        goTo={chosen}
      >
        {(line) => <LogLine line={line} isChosen={line.seq === chosen} />}
      </VirtualList>
      <footer class="log-foot small soft">
        <span data-count={logs.arrived}>
          {logs.lines.length.toLocaleString()} lines{logs.isMore && ", older ones above"}
          {logs.missing > 0 && `; ${logs.missing.toLocaleString()} lines are no longer kept`}
        </span>
        {!follows && (
          <Button onClick={() => setFollows(true)}>
            <span aria-live="polite">
              {fresh > 0 ? `${fresh.toLocaleString()} new lines` : "Go to the newest"}
            </span>{" "}
            ↓
          </Button>
        )}
      </footer>
    </>
  );
}
