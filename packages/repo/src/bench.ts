import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { bindings } from "./bench/bindings.ts";
import { dashboardCharts } from "./bench/dashboard-charts.ts";
import { dashboardLogs } from "./bench/dashboard-logs.ts";
import { memory } from "./bench/memory.ts";
import { mock } from "./bench/mock.ts";
import { formatRow, meets, type Row, type Skipped } from "./bench/numbers.ts";
import { follower, ingest } from "./bench/output.ts";
import { overviews } from "./bench/overviews.ts";
import { coldQueries, warmQuery } from "./bench/queries.ts";
import { reads } from "./bench/reads.ts";
import { rest } from "./bench/rest.ts";
import { Scene } from "./bench/scene.ts";
import { sdks } from "./bench/sdks.ts";
import { burst, restart } from "./bench/starts.ts";
import { manyStreams } from "./bench/streams.ts";
import { tools } from "./bench/tools.ts";

type Measured = AsyncIterable<Row | Skipped> | Promise<(Row | Skipped)[]>;
const ofPlatform: Record<string, (scene: Scene) => Measured> = {
  // First, because a platform that has just stored 100,000 lines holds memory that idle bots do not need.
  memory,
  cold: coldQueries,
  warm: warmQuery,
  burst,
  restart,
  ingest,
  follower,
  reads,
  overviews,
  rest,
  tools,
  streams: manyStreams,
  "dashboard-logs": dashboardLogs,
  "dashboard-charts": dashboardCharts,
};
const others: Record<string, () => Measured> = { mock, sdks, bindings };
const benches = [...Object.keys(ofPlatform), ...Object.keys(others)];

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, help: { type: "boolean" } },
});
const names = benches.join(", ");
if (values.help) {
  console.log(
    `npm run bench [-- --only NAME]

Measures the platform and the SDKs and compares them with targets, most of them ratios within the same run. A missed
target does not fail the command. An SDK without its toolchain on this machine is skipped.

--only NAME   run this benchmark; may be repeated

Benchmarks: ${names}.`,
  );
  process.exit(0);
}
const unknown = values.only?.find((name) => !benches.includes(name));
if (unknown) {
  console.error(`npm run bench: unknown benchmark ${JSON.stringify(unknown)}. Benchmarks: ${names}.`);
  process.exit(2);
}

const chosen = values.only ?? benches;
const needsPlatform = chosen.some((name) => name in ofPlatform);
const scene = new Scene();
const rows: (Row | Skipped)[] = [];
let failed = false;
try {
  if (needsPlatform) await scene.open();
  const isolation = needsPlatform ? `, isolation ${scene.isolation}` : "";
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}${isolation}\n`);
  for (const name of chosen) {
    try {
      for await (const row of await (name in others ? others[name]!() : ofPlatform[name]!(scene))) {
        rows.push(row);
        console.log(formatRow(row));
      }
    } catch (error) {
      failed = true;
      console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await scene.close();
}
const measured = rows.filter((row) => "value" in row);
const skipped = rows.length - measured.length;
console.log(
  `\n${measured.filter(meets).length} of ${measured.length} targets met${skipped > 0 ? `, ${skipped} skipped` : ""}`,
);
process.exit(failed ? 1 : 0);
