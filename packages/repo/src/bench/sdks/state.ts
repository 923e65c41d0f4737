import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Amount, Row } from "../numbers.ts";
import { detail, slowdown, warm } from "./pairs.ts";
import { timesOf } from "./times.ts";

/** Measures `state.set` against a bare write, fsync, rename and fsync of the directory. */
export async function* state(
  name: string,
  command: string[],
  folder: string,
  amount: Amount,
): AsyncGenerator<Row> {
  const directory = join(folder, "state");
  mkdirSync(directory);
  const pairs = warm(await timesOf([...command, String(amount(400, 10))], { STATE_DIR: directory }));
  yield {
    name: `${name}: state.set ÷ bare durable write`,
    value: slowdown(pairs),
    unit: "×",
    target: { atMost: 1.15 },
    detail: detail(pairs),
  };
}
