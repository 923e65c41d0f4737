import type { Run } from "@botyard/client/browser";
import { RunStatus } from "../../domain/run-status.tsx";
import { printable } from "../../lib/printable.ts";
import { written } from "../../lib/times.ts";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Json } from "../../ui/json.tsx";
import { Ago, distance } from "../../ui/time.tsx";
import { cancelRun } from "./api/runs.ts";
import { durationOf } from "./timeline.tsx";

interface RowProps {
  run: Run;
  botId: string;
  isOpen: boolean;
  mayCancel: boolean;
  onToggle(): void;
  onChange(): void;
}

/** A run, and below it its result and what can be done with it. */
export function RunRow({ run, botId, isOpen, mayCancel, onToggle, onChange }: RowProps) {
  const took = durationOf(run);
  return (
    <>
      <tr>
        <td>
          <span class="nowrap">
            <Ago time={run.started_at ?? run.tick ?? run.queued_at} />
          </span>
        </td>
        <td>
          <RunStatus status={run.status} />
        </td>
        <td class="number nowrap">{run.finished_at && run.started_at ? writtenDuration(took) : "–"}</td>
        <td class="nowrap">{run.version}</td>
        <td class="given sentence">{printable((run.detail ?? "").slice(0, 200))}</td>
        <td>
          <Button
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Hide" : "Show"} run ${run.id}`}
            onClick={onToggle}
          >
            {isOpen ? "Hide" : "Show"}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6}>
            <Details run={run} botId={botId} mayCancel={mayCancel} onChange={onChange} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A duration in words. */
export const writtenDuration = (milliseconds: number): string =>
  milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : distance(milliseconds).replace("in ", "");

function Details({ run, botId, mayCancel, onChange }: Omit<RowProps, "isOpen" | "onToggle">) {
  const cancel = useAction(async () => {
    await cancelRun(run.id);
    onChange();
  });
  const isActive = run.status === "queued" || run.status === "running";
  return (
    <div class="stack run-details">
      {run.detail && <p class="given">{printable(run.detail)}</p>}
      <p class="soft small">
        {run.id} · {run.tick ? `tick of ${written("zoned", Date.parse(run.tick))}` : "run by hand"}
        {run.late_seconds !== undefined &&
          ` · ${run.late_seconds} s late, start deadline ${run.start_deadline_seconds} s`}
        {run.exit_code !== undefined && ` · exit code ${run.exit_code}`}
        {run.signal && ` · ${run.signal}`}
      </p>
      {run.result !== undefined && <Json text={JSON.stringify(run.result, undefined, 2)} />}
      <div class="actions">
        <a class="button" href={`/bots/${encodeURIComponent(botId)}/logs?run=${encodeURIComponent(run.id)}`}>
          Log of this run
        </a>
        {isActive && mayCancel && (
          <Button kind="danger" disabled={cancel.running} onClick={() => void cancel.run()}>
            Cancel the run
          </Button>
        )}
      </div>
      {cancel.error !== undefined && <Failure error={cancel.error} />}
    </div>
  );
}
