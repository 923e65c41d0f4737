import { setTimeout as pause } from "node:timers/promises";
import { type TestPlatform, until } from "../../drive/platform.ts";
import { processes, proportionalKilobytes, residentMegabytes } from "../memory.ts";
import { type Amount, interleave, median, type Row, type Skipped } from "../numbers.ts";
import { withPair } from "./pair.ts";

/** Measures the memory of platforms whose bots wait for their ticks. That of the database server is not counted. */
export function memoryOfStores(amount: Amount): Promise<(Row | Skipped)[]> {
  const bots = amount(100, 4);
  const rounds = amount(10, 1);
  const name = `platform process with ${bots} bots, PostgreSQL ÷ SQLite`;
  return withPair(name, async ({ sqlite, postgres }) => {
    for (const platform of [sqlite, postgres]) await waiting(platform, bots);
    // The processes that checked the packages end when there is nothing more to check.
    await until(async () => !processes().some(({ command }) => command.includes("checks-process")));
    const size = async ({ process }: TestPlatform) => {
      await pause(amount(500, 10));
      return proportionalKilobytes(process!.pid!) / 1024;
    };
    const { a, b } = await interleave(
      rounds,
      () => size(postgres),
      () => size(sqlite),
    );
    const resident = [postgres, sqlite].map(({ process }) => Math.round(residentMegabytes(process!.pid!)));
    return [
      {
        name,
        value: median(a) / median(b),
        unit: "×",
        target: { atMost: 1.1 },
        detail: `${median(a).toFixed(1)} ÷ ${median(b).toFixed(1)} MB, proportional set size; resident ${resident.join(" ÷ ")} MB`,
      },
    ];
  });
}

async function waiting(platform: TestPlatform, bots: number): Promise<void> {
  await platform.upload({ name: "idle", type: "scheduled", bot: "" });
  const instance = { type: "scheduled/idle", schedule: "0 0 1 1 *" };
  for (let n = 0; n < bots; n++) {
    const id = await platform.create({ name: `idle-${n}`, ...instance });
    await platform.waitFor(id, "idle");
  }
}
