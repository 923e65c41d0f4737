import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../root.ts";
import { findPython } from "../../run/toolchains.ts";
import type { Amount, Row } from "../numbers.ts";
import { detail, slowdown, warm } from "./pairs.ts";
import { timesOf } from "./times.ts";

const memory = "/dev/shm";

/** Measures a one-shot query, from the start of its process to its end, against a program that does nothing. */
export async function* oneShot(
  name: string,
  atMost: number,
  query: string[],
  empty: string[],
  folder: string,
  amount: Amount,
): AsyncGenerator<Row> {
  const python = await findPython();
  if (python === undefined) throw new Error("Python, which times the processes, was not found on PATH.");
  // The answer is flushed to disk [RES-4], and the empty program flushes nothing: in memory this costs nothing.
  const inMemory = existsSync(memory) ? mkdtempSync(join(memory, "botyard-bench-")) : undefined;
  try {
    for (const [where, place] of [["in memory", inMemory] as const, ["on disk", folder] as const]) {
      if (place === undefined) continue;
      const timer = [python, join(root, "packages", "repo", "bench", "processes.py"), String(amount(40, 4))];
      const env = { QUERY_PATH: "/ping", QUERY_PARAMS: "{}", RESULT_PATH: join(place, "answer.json") };
      const pairs = warm(await timesOf([...timer, JSON.stringify(query), JSON.stringify(empty)], env));
      yield {
        name: `${name}: one-shot query ÷ empty program, result ${where}`,
        value: slowdown(pairs),
        unit: "×",
        target: { atMost },
        detail: detail(pairs),
      };
    }
  } finally {
    if (inMemory !== undefined) rmSync(inMemory, { recursive: true });
  }
}
