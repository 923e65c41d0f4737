import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Amount, Row, Skipped } from "./numbers.ts";
import type { Language } from "./sdks/languages.ts";
import { memory } from "./sdks/memory.ts";
import { metric } from "./sdks/metric.ts";
import { oneShot } from "./sdks/one-shot.ts";
import { server } from "./sdks/server.ts";
import { state } from "./sdks/state.ts";

/** Measures what an SDK adds to its language's own way of doing the same. Needs no platform. */
export async function* sdk(
  { name, http, oneShotAtMost, build }: Language,
  amount: Amount,
): AsyncGenerator<Row | Skipped> {
  const program = await build();
  if (typeof program === "string") return yield { name: `${name} SDK`, skipped: program };
  const folder = mkdtempSync(join(tmpdir(), "botyard-bench-"));
  try {
    yield* metric(name, program("metric"), folder, amount);
    yield* state(name, program("state"), folder, amount);
    yield* oneShot(name, oneShotAtMost, program("query"), program("empty"), folder, amount);
    yield* server(name, http, program("query"), program("hello"), amount);
    yield await memory(name, program("query"), program("idle"), amount);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
