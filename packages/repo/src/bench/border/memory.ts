import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateKilobytes, proportionalKilobytes } from "../memory.ts";
import type { Amount, Row, Skipped } from "../numbers.ts";
import { end } from "../sdks/running.ts";
import { hosts, ownNetwork, withBots } from "./bots.ts";
import { type Platform, publishedPlatform } from "./published.ts";

/** Open before the growth is measured, so that what is loaded or compiled once is not part of it. */
const few = 10;

/** Measures the memory of the border, as it is published and from the sources. */
export function borderMemory(amount: Amount): Promise<(Row | Skipped)[]> {
  const name = "memory of the border";
  return withBots(name, async () => {
    if (process.getuid?.() !== 0)
      return [{ name, skipped: "Only root starts the border without a sandbox." }];
    const folder = mkdtempSync(join(tmpdir(), "botyard-border-"));
    try {
      const many = amount(300, 20);
      const published = await memoryOf(await publishedPlatform(folder), join(folder, "a"), many);
      const sources = await memoryOf(await import("@botyard/border/platform"), join(folder, "b"), many);
      const growth = `from ${few} to ${many} launches with ${hosts.length} hosts each`;
      const target = { atMost: 50 };
      return [
        {
          ...{ name: "border, for each open launch", value: published.each, unit: "KiB", target },
          detail: `proportional set size, ${growth}; from the sources ${sources.each.toFixed(1)} KiB`,
        },
        {
          ...{ name: "kernel, for each open launch", value: published.ofKernel, unit: "KiB" },
          detail: `unreclaimable slabs and memory per processor of the whole machine, ${growth}`,
        },
        rowOf("border at rest", published.rest, sources.rest, published.empty),
        rowOf(`border with ${many} open launches`, published.after, sources.after, published.empty),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Memory of a process in kB. */
interface Size {
  proportional: number;
  own: number;
}

const sizeOf = (pid: number): Size => ({
  proportional: proportionalKilobytes(pid),
  own: privateKilobytes(pid),
});

function rowOf(name: string, published: Size, sources: Size, empty: Size): Row {
  const megabytes = ({ proportional, own }: Size) =>
    `${(proportional / 1024).toFixed(1)} MB, ${(own / 1024).toFixed(1)} MB of it private`;
  return {
    ...{ name, value: published.proportional / 1024, unit: "MB", target: { atMost: 30 } },
    detail: `proportional set size; ${megabytes(published)}; from the sources ${megabytes(sources)}; an empty program of Node ${megabytes(empty)}`,
  };
}

async function memoryOf({ connectBorder }: Platform, folder: string, many: number) {
  const connection = await connectBorder(folder, (command) => command);
  const { pid } = connection;
  try {
    const open = async (from: number, to: number) => {
      for (let n = from; n < to; n++)
        await connection.make(`launch-${n}`, { bot: `bot_${n}`, ...ownNetwork });
      return { ...sizeOf(pid), kernel: kernelKilobytes() };
    };
    const rest = await open(0, 0);
    const before = await open(0, few);
    const after = await open(few, many);
    const perLaunch = (start: number, end: number) => (end - start) / (many - few);
    return {
      ...{ rest, after, empty: await emptyProgram() },
      each: perLaunch(before.proportional, after.proportional),
      ofKernel: perLaunch(before.kernel, after.kernel),
    };
  } finally {
    process.kill(pid, "SIGKILL");
    await connection.lost;
  }
}

/** How much of a program of Node is shared depends on how many others run. */
async function emptyProgram(): Promise<Size> {
  const program = "console.log(); setInterval(() => {}, 1e6)";
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const size = sizeOf(child.pid!);
  await end(child);
  return size;
}

/** What the kernel has allocated for itself and cannot give back. */
function kernelKilobytes(): number {
  const text = readFileSync("/proc/meminfo", "utf8");
  const fields = [...text.matchAll(/^(?:SUnreclaim|Percpu): +(\d+) kB$/gm)];
  return fields.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
}
