import { runtimes } from "@botyard/manifest";
import { afterEach, expect, it } from "vitest";
import type { LaunchSpec } from "../src/index.ts";
import { openWorkshop, textOf, type Workshop } from "./workshop.ts";

const limits = { memoryBytes: 256 << 20, processes: 64, cpus: 2, openFiles: 256 };
let workshop: Workshop;
afterEach(() => workshop.close());

async function said(program: string, changes?: Partial<LaunchSpec>) {
  workshop = await openWorkshop("none");
  const launch = await workshop.start(program, { runtime: runtimes.nodejs24!, limits, ...changes });
  const exit = await launch.ended;
  return { exit, lines: textOf(launch.files.stdout).trim().split("\n"), errors: textOf(launch.files.stderr) };
}

const heapLimit = 'import v8 from "node:v8"; console.log(v8.getHeapStatistics().heap_size_limit / 2 ** 20);';

it("a Node bot that keeps renewing 60 MB of objects lives within 256 MiB", async () => {
  const { exit, lines } = await said(`const book = new Map();
    for (let n = 0; n < 3_000_000; n++) {
      book.set(n % 400_000, { px: Math.random(), qty: [n, n + 1], id: "order-" + n });
      if (n % 20_000 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    console.log("survived");`);
  expect(exit).toEqual({ code: 0, endedAt: expect.any(Date) });
  expect(lines).toEqual(["survived"]);
});

it("the heap of a Node bot and of its queries is limited well below the memory limit", async () => {
  for (const kind of ["bot", "query-server"] as const) {
    const { lines } = await said(heapLimit, { kind });
    expect(Number(lines[0])).toBe(128 + 3 * 16);
    await workshop.close();
  }
});

it("a limit in NODE_OPTIONS of the operator, or a flag of a child process, takes precedence", async () => {
  const child = `import { execFileSync } from "node:child_process"; ${heapLimit}
    const flags = ["--max-old-space-size=32", "-p", "v8.getHeapStatistics().heap_size_limit / 2 ** 20"];
    console.log(String(execFileSync(process.execPath, flags)).trim());`;
  const { lines } = await said(child, { extraEnv: { NODE_OPTIONS: "--max-old-space-size=64" } });
  expect(lines.map(Number)).toEqual([64 + 3 * 16, 32 + 3 * 16]);
});
