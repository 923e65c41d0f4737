import type { Run } from "@botyard/client/browser";
import { runTones } from "../../domain/run-status.tsx";
import { written } from "../../lib/times.ts";
import { shapes } from "../../ui/status.tsx";

interface Props {
  runs: readonly Run[];
  nextTicks: readonly string[];
  chosen: string | undefined;
  onChoose(runId: string): void;
}

const height = 64;

/** The runs as dots over time, high for long ones, and the next ticks as rings. The table below says the same. */
export function Timeline({ runs, nextTicks, chosen, onChoose }: Props) {
  const times = [...runs.map(timeOf), ...nextTicks.map((tick) => Date.parse(tick))];
  const first = Math.min(...times);
  const last = Math.max(...times);
  const longest = longestOf(runs);
  const ordered = runs.toSorted((a, b) => timeOf(a) - timeOf(b));
  const shown = runs.find(({ id }) => id === chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const now = shown ? ordered.indexOf(shown) : undefined;
    const to = runAfterKey(event.key, now, ordered.length);
    if (to === undefined) return;
    event.preventDefault();
    if (to !== now) onChoose(ordered[to]!.id);
  };
  const left = (time: number) => `${last === first ? 50 : 2 + ((time - first) / (last - first)) * 96}%`;
  return (
    <figure class="timeline">
      <div
        role="application"
        aria-roledescription="timeline"
        aria-label={`${runs.length} runs and ${nextTicks.length} next runs; the arrow keys choose a run`}
        aria-keyshortcuts="ArrowLeft ArrowRight Home End"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys choose a run
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <svg height={height} width="100%" aria-hidden="true">
          <line x1="0" x2="100%" y1={height - 14} y2={height - 14} />
          {runs.map((run) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys on the timeline do the same
            <svg
              key={run.id}
              class="run-mark"
              x={left(timeOf(run))}
              y={height - 14 - (durationOf(run) / longest) * (height - 28)}
              overflow="visible"
              data-tone={runTones[run.status]}
              data-chosen={run.id === chosen || undefined}
              onClick={() => onChoose(run.id)}
            >
              <title>{nameOf(run)}</title>
              <path d={shapes[runTones[run.status]]} transform="translate(-6 -6)" />
            </svg>
          ))}
          {nextTicks.map((tick) => (
            <circle key={tick} class="next" cx={left(Date.parse(tick))} cy={height - 14} r="4">
              <title>{`next run, ${written("short", Date.parse(tick))}`}</title>
            </circle>
          ))}
        </svg>
      </div>
      <figcaption class="soft small">
        <span>{written("short", first)}</span>
        <span class="timeline-run" aria-live="polite">
          {shown && nameOf(shown)}
        </span>
        <span>{written("short", last)}</span>
      </figcaption>
    </figure>
  );
}

const timeOf = (run: Run): number => Date.parse(run.started_at ?? run.tick ?? run.queued_at);

const nameOf = (run: Run): string => `${run.status.replace("_", " ")}, ${written("short", timeOf(run))}`;

/** Which run a key leads to, the oldest first; the newest if none was chosen. */
function runAfterKey(key: string, now: number | undefined, count: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  if (now === undefined) return count - 1;
  return Math.max(0, Math.min(count - 1, now + (key === "ArrowLeft" ? -1 : 1)));
}

/** The longest time that one of the runs took, in milliseconds; at least 1. */
export const longestOf = (runs: readonly Run[]): number => Math.max(1, ...runs.map(durationOf));

/** How long a run took, in milliseconds; 0 if it has not ended. */
export function durationOf({ started_at, finished_at }: Run): number {
  return started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : 0;
}
