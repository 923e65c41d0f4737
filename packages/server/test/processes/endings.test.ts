import type { BrokenLimit } from "@botyard/runtime";
import { expect, test } from "vitest";
import { describeExit } from "../../src/processes/endings.ts";

test.each<[BrokenLimit, string]>([
  [
    { name: "memory", used: 256 * 2 ** 20 + 1, allowed: 256 * 2 ** 20 },
    "used 256.1 MiB of memory; the limit is 256 MiB (resources.memory of the bot, else PLATFORM_BOT_MEMORY_BYTES)",
  ],
  [
    { name: "memory", allowed: 64 * 2 ** 20 },
    "reached its limit of memory; the limit is 64 MiB (resources.memory of the bot, else PLATFORM_BOT_MEMORY_BYTES)",
  ],
  [
    { name: "processes", used: 130, allowed: 128 },
    "used 130 processes and threads; the limit is 128 (resources.processes of the bot, else PLATFORM_BOT_PROCESSES)",
  ],
  [
    { name: "files", used: 100_001, allowed: 100_000 },
    "used 100001 files and folders; the limit is 100000 (PLATFORM_BOT_FILES)",
  ],
  [
    { name: "disk", obstacle: "stored files that cannot be measured (EIO: i/o error)", allowed: 2 ** 31 },
    "stored files that cannot be measured (EIO: i/o error); the limit is 2048 MiB of disk space (resources.disk of the bot, else PLATFORM_BOT_DISK_BYTES)",
  ],
])("a bot that exceeds the limit %o is told how much, and which setting it is", (limit, what) => {
  expect(describeExit({ limit, endedAt: new Date() })).toBe(`The process was killed because it ${what}.`);
});
