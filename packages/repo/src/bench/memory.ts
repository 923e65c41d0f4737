import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../drive/platform.ts";
import type { Amount, Row } from "./numbers.ts";
import { manifest, type Scene } from "./scene.ts";

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

export function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ pid: Number(name), parent, command }];
      } catch {
        return [];
      }
    });
}

/** Returns the proportional set size in kB: shared pages are divided among the processes that share them. */
export const proportionalKilobytes = (pid: number): number => mappedKilobytes(pid, ["Pss"]);

/** Returns the memory in kB that no other process shares. */
export const privateKilobytes = (pid: number): number =>
  mappedKilobytes(pid, ["Private_Clean", "Private_Dirty"]);

function mappedKilobytes(pid: number, fields: readonly string[]): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const lines = [...text.matchAll(/^(\w+): +(\d+) kB$/gm)];
    return lines.reduce((sum, [, field = "", size]) => sum + (fields.includes(field) ? Number(size) : 0), 0);
  } catch {
    return 0;
  }
}

export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

/** Measures the overhead of idle bots: the platform's memory, and the reaper and sandbox of each. */
export async function memory(scene: Scene, amount: Amount): Promise<Row[]> {
  const bots = amount(100, 4);
  const name = "idle";
  await scene.deploy(name, {
    ...manifest(name, "realtime", "python311"),
    "main.py": "import time\nwhile True:\n    time.sleep(3600)\n",
  });
  const ids = await Promise.all(
    Array.from({ length: bots }, (_, n) =>
      scene.platform.create({ name: `${name}-${n}`, type: `realtime/${name}` }),
    ),
  );
  await Promise.all(ids.map((id) => scene.platform.waitFor(id, "running", 60)));

  // The process that checked the package ends when there is nothing more to check.
  await until(async () => !processes().some(({ command }) => command.includes("checks-process")));

  const all = processes();
  const platformPid = scene.platform.process!.pid!;
  const isOurs = ({ pid }: Process): boolean => {
    for (let at = all.find((p) => p.pid === pid); at; at = all.find((p) => p.pid === at!.parent))
      if (at.pid === platformPid) return true;
    return false;
  };
  const below = all.filter((one) => one.pid !== platformPid && isOurs(one));
  const own = below.filter(
    ({ command }) => /python\S* \S*main\.py *$/.test(command) && !/bwrap|\/bin\/sh/.test(command),
  );
  // One process for all bots, which the bench of the border measures.
  const border = join(scene.platform.data, "executor", "border");
  const around = below.filter((one) => !own.includes(one) && !one.command.includes(` ${border}`));
  const perBot = around.reduce((sum, { pid }) => sum + proportionalKilobytes(pid), 0) / own.length / 1024;
  const platform = proportionalKilobytes(platformPid) / 1024;
  const detail = `proportional set size; resident ${Math.round(residentMegabytes(platformPid))} MB`;
  await Promise.all(ids.map((id) => scene.platform.call("DELETE", `/bots/${id}`)));
  const sandboxed = scene.isolation === "bubblewrap";
  return [
    {
      name: `reaper and sandbox per idle bot (${scene.isolation})`,
      value: perBot,
      unit: "MB",
      target: { atMost: sandboxed ? 0.6 : 0.2 },
      detail: `${around.length} processes around ${own.length} bots, proportional set size`,
    },
    {
      name: `platform process with ${bots} idle bots`,
      value: platform,
      unit: "MB",
      target: { atMost: 150 },
      detail,
    },
  ];
}
