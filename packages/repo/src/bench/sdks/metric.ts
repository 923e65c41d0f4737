import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import type { Amount, Row } from "../numbers.ts";
import { detail, slowdown, spread, warm } from "./pairs.ts";
import { timesOf } from "./times.ts";

// A round is shorter than the time for which the system lets a process run, so that most rounds are not interrupted.
const calls = 50;

/** Measures `metric` calls per second against the same bytes by the language's own buffered write and flush. */
export async function* metric(
  name: string,
  command: string[],
  folder: string,
  amount: Amount,
): AsyncGenerator<Row> {
  const args = [...command, String(amount(600, 20)), String(calls)];
  for (const target of ["file", "pipe"] as const) {
    // The reader takes all it gets and does nothing else, so that it never holds up the program.
    const reader = spawn("cat", { stdio: ["pipe", "ignore", "inherit"] });
    const stdout = target === "file" ? openSync(join(folder, "metrics"), "w") : reader.stdin;
    const pairs = warm(await timesOf(args, {}, stdout));
    reader.stdin.end();
    await once(reader, "exit");
    const [low, high] = spread(pairs);
    yield {
      name: `${name}: metrics per second to a ${target} ÷ own write, flush`,
      value: 1 / slowdown(pairs),
      unit: "×",
      target: { atLeast: 0.6 },
      detail: detail(pairs, [1 / high, 1 / low]),
    };
  }
}
