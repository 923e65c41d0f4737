import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row, Skipped } from "./numbers.ts";
import { languages } from "./sdks/languages.ts";
import { memory } from "./sdks/memory.ts";
import { metric } from "./sdks/metric.ts";
import { oneShot } from "./sdks/one-shot.ts";
import { server } from "./sdks/server.ts";
import { state } from "./sdks/state.ts";

/** Measures what each SDK adds to its language's own way of doing the same. Needs no platform. */
export async function* sdks(): AsyncGenerator<Row | Skipped> {
  for (const { name, http, oneShotAtMost, build } of languages) {
    const program = await build();
    if (typeof program === "string") {
      yield { name: `${name} SDK`, skipped: program };
      continue;
    }
    const folder = mkdtempSync(join(tmpdir(), "botyard-bench-"));
    try {
      yield* metric(name, program("metric"), folder);
      yield* state(name, program("state"), folder);
      yield* oneShot(name, oneShotAtMost, program("query"), program("empty"), folder);
      yield* server(name, http, program("query"), program("hello"));
      yield await memory(name, program("query"), program("idle"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
