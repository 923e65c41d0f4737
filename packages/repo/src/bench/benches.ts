import { backup } from "./backup.ts";
import { bindings } from "./bindings.ts";
import { borderMemory } from "./border/memory.ts";
import { borderQueries } from "./border/queries.ts";
import { borderRoundTrips } from "./border/round-trips.ts";
import { borderStarts } from "./border/starts.ts";
import { dashboardCharts } from "./dashboard-charts.ts";
import { dashboardLogs } from "./dashboard-logs.ts";
import { memory } from "./memory.ts";
import { mock } from "./mock.ts";
import type { Amount, Row, Skipped } from "./numbers.ts";
import { follower, ingest } from "./output.ts";
import { overviews } from "./overviews.ts";
import { packages } from "./packages.ts";
import { coldQueries, warmQuery } from "./queries.ts";
import { reads } from "./reads.ts";
import { rest } from "./rest.ts";
import type { Scene } from "./scene.ts";
import { languages } from "./sdks/languages.ts";
import { sdk } from "./sdks.ts";
import { burst, restart } from "./starts.ts";
import { memoryOfStores } from "./stores/memory.ts";
import { storedLines } from "./stores/output.ts";
import { storedReads } from "./stores/reads.ts";
import { startedTicks } from "./stores/ticks.ts";
import { manyStreams } from "./streams.ts";
import { tools } from "./tools.ts";

export type Measured = AsyncIterable<Row | Skipped> | Promise<(Row | Skipped)[]>;

/** The benchmarks that need a platform, in order. */
export const ofPlatform: Record<string, (scene: Scene, amount: Amount) => Measured> = {
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
  packages,
  backup,
  "dashboard-logs": dashboardLogs,
  "dashboard-charts": dashboardCharts,
};

/** The other benchmarks, in order. */
export const others: Record<string, (amount: Amount) => Measured> = {
  mock,
  "stores/memory": memoryOfStores,
  "stores/output": storedLines,
  "stores/ticks": startedTicks,
  "stores/reads": storedReads,
  "border/memory": borderMemory,
  "border/starts": borderStarts,
  "border/queries": borderQueries,
  "border/round-trips": borderRoundTrips,
  ...Object.fromEntries(
    languages.map((language) => [`sdks/${language.folder}`, (amount: Amount) => sdk(language, amount)]),
  ),
  bindings,
};

const names = [...Object.keys(ofPlatform), ...Object.keys(others)];

/** What can be chosen: each benchmark, and all of a group, such as `sdks`. */
export const choices = [...new Set(names.flatMap((name) => [name.split("/")[0]!, name]))];

/** Returns the benchmarks of that name or group. */
export const chosenBy = (choice: string): string[] =>
  names.filter((name) => name === choice || name.startsWith(`${choice}/`));
