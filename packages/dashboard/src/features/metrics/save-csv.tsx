import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { bytes } from "../../lib/bytes.ts";
import { printable } from "../../lib/printable.ts";
import type { TimeRange } from "../../lib/time-range.ts";
import { useAction } from "../../platform/use-action.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import type { Metrics } from "./api/load-metrics.ts";
import { countRows, rowBytes, saveCsv } from "./api/save-csv.ts";

interface Props {
  bot: { bot_id: string; name: string };
  range: TimeRange;
  metrics: Metrics | undefined;
}

/** Saves all metrics of the time shown, or those of one type; says how many they are, and how far it is. */
export function SaveCsv({ bot, range, metrics }: Props) {
  const [type, setType] = useState<string>();
  const choice = { botId: bot.bot_id, type, range };
  const records = metrics?.records ?? [];
  const types = useMemo(() => [...new Set(records.map((one) => one.type))].sort(), [metrics]);
  const sample = type === undefined ? records : records.filter((one) => one.type === type);
  const size = useResource(
    async (signal) => ({
      rows: type === undefined ? undefined : await countRows(choice, signal),
      bytes: await rowBytes(sample),
    }),
    // Those of another time may still be shown, and may be none.
    [bot.bot_id, type, range, sample.length === 0],
    { isUrgent: false },
  );
  const rows = size.value?.rows ?? metrics?.total ?? 0;
  const [read, setRead] = useState(0);
  const [saved, setSaved] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => {
    setSaved(undefined);
    return () => abort.current?.abort();
  }, [bot.bot_id, type, range]);
  const save = useAction(async () => {
    setRead(0);
    setSaved(undefined);
    abort.current = new AbortController();
    const { signal } = abort.current;
    const name = `${bot.name}-${type === undefined ? "metrics" : fileName(type)}.csv`;
    try {
      setSaved(await saveCsv(name, choice, setRead, signal));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  const isKnown = size.value !== undefined && size.value.bytes > 0;
  const about = rows > 0 && isKnown ? `${count(rows)}, about ${bytes(rows * size.value!.bytes)}` : "";
  return (
    <>
      {types.length > 1 && (
        <label>
          <span class="hidden-text">Metrics to download</span>
          <select
            value={type ?? ""}
            disabled={save.running}
            onChange={({ currentTarget }) => setType(currentTarget.value || undefined)}
          >
            <option value="">All types</option>
            {types.map((one) => (
              <option key={one} value={one}>
                {printable(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {save.running ? (
        <Button onClick={() => abort.current?.abort()}>Stop the download</Button>
      ) : (
        <Button disabled={rows === 0} onClick={() => void save.run()}>
          Download CSV
        </Button>
      )}
      <span class="soft small" role="status">
        {save.running ? progressOf(read, rows) : saved === undefined ? about : `${count(saved)} saved`}
      </span>
      {save.error !== undefined && <Failure error={save.error} retry={() => void save.run()} />}
    </>
  );
}

const count = (rows: number) => `${rows.toLocaleString()} ${rows === 1 ? "row" : "rows"}`;

/** Each row is read twice. */
const progressOf = (read: number, rows: number) =>
  `${Math.min(99, Math.floor((50 * read) / Math.max(1, rows)))} % of ${count(rows)}`;

/** A type may have any characters; a name of a file may not. */
const fileName = (type: string) => type.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 60);
