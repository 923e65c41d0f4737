import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type TestPlatform, until } from "../drive/platform.ts";
import { type Amount, median, type Row } from "./numbers.ts";
import { type Bare, end, ended, manifest, type Scene } from "./scene.ts";

/** Prints the time at which its first line runs. */
export const born =
  'import { writeSync } from "node:fs";\nwriteSync(1, JSON.stringify({ born: Date.now() }) + "\\n");\n';

interface LogLine {
  fields?: { born?: number; dying?: number };
}

/** Measures the time until the last of many bots due in the same second has started, against as many bare starts. */
export async function burst(scene: Scene, amount: Amount): Promise<Row[]> {
  const bots = amount(200, 8);
  const name = "burst";
  const code = await scene.deploy(name, { ...manifest(name, "scheduled", "nodejs24"), "main.mjs": born });

  // The first instance makes the platform unpack the package, which the bare starts use too.
  const first = await scene.platform.create({ name, type: `scheduled/${name}`, schedule: "0 0 1 1 *" });
  await scene.platform.waitFor(first, "idle");

  const began = Date.now();
  const starts: Bare[] = [];
  for (let n = 0; n < bots; n++) {
    starts.push(await scene.bare(code, "nodejs24", "main.mjs"));
    // At most four at once: more would only compete for the processors.
    if (starts.length >= 4) await ended(starts[starts.length - 4]!);
  }
  await Promise.all(starts.map(ended));
  const bare =
    Math.max(...starts.map(({ stdout }) => JSON.parse(readFileSync(stdout, "utf8")).born as number)) - began;

  // Created well before the minute at which all of them are due.
  const now = Date.now();
  const due = new Date(Math.ceil((now + 20_000) / 60_000) * 60_000);
  const schedule = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
  const ids = await Promise.all(
    Array.from({ length: bots }, (_, n) =>
      scene.platform.create({ name: `${name}-${n}`, type: `scheduled/${name}`, schedule }),
    ),
  );
  const last = await lastBirth(scene.platform, ids, due);
  await Promise.all(ids.map((id) => scene.platform.call("DELETE", `/bots/${id}`)));
  const platform = last - due.getTime();
  return [
    {
      name: `${bots} ticks due at once, last start ÷ ${bots} bare starts`,
      value: platform / bare,
      unit: "×",
      target: { atMost: 1.2 },
      detail: `${(platform / 1000).toFixed(2)} s ÷ ${(bare / 1000).toFixed(2)} s`,
    },
  ];
}

/**
 * Returns when the last of some bots was {@link born} that are due at a time, as Unix time in milliseconds. Polls seldom, and
 * only bots without a start so far, so as not to slow down the platform.
 */
export async function lastBirth(platform: TestPlatform, ids: readonly string[], due: Date): Promise<number> {
  const moments = new Map<string, number>();
  await pause(due.getTime() - Date.now());
  while (moments.size < ids.length) {
    await pause(500);
    for (const id of ids.filter((one) => !moments.has(one))) {
      const moment = await bornOf(platform, id);
      if (moment === undefined || moment < due.getTime()) break;
      moments.set(id, moment);
    }
  }
  return Math.max(...moments.values());
}

async function bornOf(platform: TestPlatform, id: string): Promise<number | undefined> {
  const { items } = await platform.get<{ items: LogLine[] }>(`/bots/${id}/logs?stream=stdout&limit=1`);
  return items[0]?.fields?.born;
}

/** Exits one second after its first start and prints the time. */
const mortal = `
import { writeSync } from "node:fs";
import { state } from "@botyard/sdk";
const say = (fields) => writeSync(1, JSON.stringify(fields) + "\\n");
say({ born: Date.now() });
if (!state.exists("died")) {
  state.set("died", true);
  setTimeout(() => { say({ dying: Date.now() }); process.exit(1); }, 1000);
} else setInterval(() => {}, 1000);
`;

/** Measures the time from the exit of a crashed bot to the first line of its next launch, against a bare start. */
export async function restart(scene: Scene, amount: Amount): Promise<Row[]> {
  const name = "mortal";
  const code = await scene.deploy(name, { ...manifest(name, "realtime", "nodejs24"), "main.mjs": mortal });
  const gaps: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < amount(12, 1); n++) {
    const id = await scene.platform.create({ name: `${name}-${n}`, type: `realtime/${name}` });
    const lines = await until(async () => {
      const { items } = await scene.platform.get<{ items: LogLine[] }>(`/bots/${id}/logs?stream=stdout`);
      return items.length >= 3 && items;
    });
    gaps.push(lines[2]!.fields!.born! - lines[1]!.fields!.dying!);
    // Deleted only after the bare start: the platform removes code that no bot uses.
    await scene.platform.call("POST", `/bots/${id}/stop`);
    await scene.platform.waitFor(id, "stopped");

    const began = Date.now();
    const one = await scene.bare(code, "nodejs24", "main.mjs");
    await until(async () => {
      if (readFileSync(one.stdout, "utf8").includes("\n")) return true;
      if (one.child.exitCode === null && one.child.signalCode === null) return false;
      throw new Error("The bare start ended before it printed a line.");
    });
    bare.push(
      (JSON.parse(readFileSync(one.stdout, "utf8").split("\n")[0]!) as { born: number }).born - began,
    );
    await end(one);
    await scene.platform.call("DELETE", `/bots/${id}`);
  }
  return [
    {
      name: "crash → running again ÷ bare start",
      value: median(gaps) / median(bare),
      unit: "×",
      target: { atMost: 1.5 },
      detail: `${median(gaps)} ms ÷ ${median(bare)} ms, p50 of ${gaps.length}`,
    },
  ];
}
