import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { memory } from "./bench/memory.ts";
import { formatRow, meets, type Row } from "./bench/numbers.ts";
import { follower, ingest } from "./bench/output.ts";
import { coldQueries, warmQuery } from "./bench/queries.ts";
import { Scene } from "./bench/scene.ts";
import { burst, restart } from "./bench/starts.ts";

const benches: Record<string, (scene: Scene) => Promise<Row[]>> = {
  // First, because a platform that has just stored 100,000 lines holds memory that idle bots do not need.
  memory,
  cold: coldQueries,
  warm: warmQuery,
  burst,
  restart,
  ingest,
  follower,
};

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, help: { type: "boolean" } },
});
const names = Object.keys(benches).join(", ");
if (values.help) {
  console.log(
    `npm run bench [-- --only NAME]

Measures the platform and compares it with targets, most of them ratios within the same run. A missed target does
not fail the command.

--only NAME   run this benchmark; may be repeated

Benchmarks: ${names}.`,
  );
  process.exit(0);
}
const unknown = values.only?.find((name) => !(name in benches));
if (unknown) {
  console.error(`npm run bench: unknown benchmark ${JSON.stringify(unknown)}. Benchmarks: ${names}.`);
  process.exit(2);
}

const scene = new Scene();
const rows: Row[] = [];
let failed = false;
try {
  await scene.open();
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, isolation ${scene.isolation}\n`,
  );
  for (const name of values.only ?? Object.keys(benches)) {
    try {
      for (const row of await benches[name]!(scene)) {
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
console.log(`\n${rows.filter(meets).length} of ${rows.length} targets met`);
process.exit(failed ? 1 : 0);
