import { useEffect, useRef, useState } from "preact/hooks";
import { zoneName } from "../../lib/times.ts";
import { setSearch } from "../../lib/url.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { noFilter } from "./filters.tsx";
import { LogLine } from "./log-line.tsx";
import type { LogView } from "./log-view.ts";
import type { Logs } from "./log-window.ts";

interface Props {
  logs: Logs;
  /** Number of the line that the address names. */
  chosen: number | undefined;
  view: LogView;
  loadOlder(): void;
  loadNewer(): void;
  /** Why lines further up or down could not be loaded. */
  moreError: { error: unknown; retry(): void } | undefined;
  setFollows(follows: boolean): void;
  toNewest(): void;
}

/** The lines, and below them how many there are and whether the list follows. */
export function Lines({ logs, chosen, view, moreError, ...rest }: Props) {
  const { loadOlder, loadNewer, setFollows: onFollows, toNewest } = rest;
  const [follows, setFollows] = useState(chosen === undefined);
  const [seen, setSeen] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(chosen === undefined ? [] : [chosen]));
  const isFollowing = follows && logs.hasEnd;
  onFollows(isFollowing);
  const follow = (isAtEnd: boolean) => {
    const now = isAtEnd && logs.hasEnd;
    if (now === follows) return;
    setFollows(now);
    if (!now) setSeen(logs.arrived);
  };
  const wasChosen = useRef(chosen);
  useEffect(() => {
    if (chosen !== undefined && chosen !== wasChosen.current) follow(false);
    wasChosen.current = chosen;
  }, [chosen]);
  const toggle = (seq: number) =>
    setOpen((old) => {
      const now = new Set(old);
      if (!now.delete(seq)) now.add(seq);
      return now;
    });
  const jump = () => {
    setSearch({ line: undefined });
    setSeen(logs.arrived);
    setFollows(true);
    toNewest();
  };
  const isFound = chosen === undefined || logs.lines.some(({ seq }) => seq === chosen);
  const fresh = logs.arrived - seen;
  const isWhole = Object.keys(view).length === 0;
  const firstSeq = logs.lines[0]?.seq ?? 1;
  return (
    <div class="log-view">
      {chosen !== undefined && <Chosen seq={chosen} isFound={isFound} view={view} />}
      {moreError && <Failure {...moreError} />}
      <VirtualList
        items={logs.lines}
        keyOf={(line) => line.seq}
        itemHeight={24}
        label="Log"
        follows={isFollowing}
        onFollow={follow}
        onStart={loadOlder}
        onEnd={loadNewer}
        onEnter={(line) => toggle(line.seq)}
        goTo={isFound ? chosen : undefined}
      >
        {(line) => (
          <LogLine
            line={line}
            isChosen={line.seq === chosen}
            isOpen={open.has(line.seq)}
            onToggle={() => toggle(line.seq)}
          />
        )}
      </VirtualList>
      <footer class="log-foot small soft">
        <span data-count={logs.arrived}>
          {logs.lines.length.toLocaleString()} {logs.lines.length === 1 ? "line" : "lines"} shown
          {logs.isMore && ", older ones above"}
          {!logs.hasEnd && ", newer ones below"}
          {isWhole && !logs.isMore && firstSeq > 1 && ", older ones were removed after their time of storage"}
          {logs.arrived > 0 && ` · ${logs.arrived.toLocaleString()} new since you opened this view`}
          {` · times in ${zoneName()}`}
          {logs.missing > 0 && ` · ${logs.missing.toLocaleString()} were removed before they could be shown`}
        </span>
        {isFollowing ? (
          <span class="log-live">
            <i aria-hidden="true" />
            Live
          </span>
        ) : (
          <Button onClick={jump}>
            {fresh > 0 ? `${fresh.toLocaleString()} new, jump to end` : "Jump to end"} ↓
          </Button>
        )}
      </footer>
      <Summary logs={logs} />
    </div>
  );
}

function Chosen({ seq, isFound, view }: { seq: number; isFound: boolean; view: LogView }) {
  const isFiltered = Object.keys(view).length > 0;
  return (
    <div class="log-chosen small">
      {isFound
        ? `Line ${seq} is marked.`
        : isFiltered
          ? `Line ${seq} is not among the lines that match, or was removed.`
          : `Line ${seq} does not exist or was removed after its time of storage.`}
      {isFiltered && <Button onClick={() => setSearch(noFilter)}>Show all lines around it</Button>}
      <Button kind="quiet" onClick={() => setSearch({ line: undefined })}>
        {isFound ? "Remove the mark" : "Close"}
      </Button>
    </div>
  );
}

const sayEveryMs = 5_000;

/** Tells readers who do not see the list how many lines came, not what each says. */
function Summary({ logs }: { logs: Logs }) {
  const latest = useRef(logs);
  latest.current = logs;
  const [said, setSaid] = useState("");
  useEffect(() => {
    let { arrived, errors } = latest.current;
    const timer = setInterval(() => {
      const now = latest.current;
      if (now.arrived <= arrived) return;
      const bad = now.errors - errors;
      setSaid(`${now.arrived - arrived} new lines${bad > 0 ? `, ${bad} of them errors` : ""}`);
      ({ arrived, errors } = now);
    }, sayEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="hidden-text" aria-live="polite">
      {said}
    </p>
  );
}
