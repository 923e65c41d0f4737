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
  const longest = Math.max(1, ...runs.map(durationOf));
  const left = (time: number) => `${last === first ? 50 : 2 + ((time - first) / (last - first)) * 96}%`;
  return (
    <figure class="timeline">
      <svg
        height={height}
        width="100%"
        role="img"
        aria-label={`${runs.length} runs and ${nextTicks.length} next ticks`}
      >
        <line x1="0" x2="100%" y1={height - 14} y2={height - 14} />
        {runs.map((run) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the rows of the table do the same with the keyboard
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
            <title>{`${run.status.replace("_", " ")}, ${written("short", timeOf(run))}`}</title>
            <path d={shapes[runTones[run.status]]} transform="translate(-6 -6)" />
          </svg>
        ))}
        {nextTicks.map((tick) => (
          <circle key={tick} class="next" cx={left(Date.parse(tick))} cy={height - 14} r="4">
            <title>{`next run, ${written("short", Date.parse(tick))}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption class="soft small">
        <span>{written("short", first)}</span>
        <span>{written("short", last)}</span>
      </figcaption>
    </figure>
  );
}

const timeOf = (run: Run): number => Date.parse(run.started_at ?? run.tick ?? run.queued_at);

/** How long a run took, in milliseconds; 0 if it has not ended. */
export function durationOf({ started_at, finished_at }: Run): number {
  return started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : 0;
}
