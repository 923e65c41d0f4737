import { readFileSync } from "node:fs";
import { join } from "node:path";
import { maxKeyLength, maxLineBytes, maxResultBytes, maxValueBytes } from "@botyard/core";
import { environmentValueBytes } from "@botyard/manifest";
import { expect, test } from "vitest";
import { leastBytes, leastBytesMs } from "../../src/custom-bots/receive.ts";
import { smallBytes } from "../../src/doors/http/body.ts";
import { bytesOfAll, bytesOfUser } from "../../src/doors/http/body-memory.ts";
import { endsAtMost } from "../../src/processes/backoff.ts";
import { limitsIn } from "../../src/settings/limits.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { mostListings } from "../../src/state/state.ts";

const root = join(import.meta.dirname, "../../../..");
const page = readFileSync(join(root, "docs/reference/limits.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Limit|Kept) \|/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((text) => text.trim()),
  );

/** Limits of the platform as a whole. */
const ofThePlatform =
  /^PLATFORM_(SESSION_.*|STARTS_AT_ONCE|RESERVE_BYTES|STREAMS|(DATABASE_)?CONNECTIONS|BACKUP_KEEP)$/;

function shown(value: number, unit: string): string {
  if (unit === "milliseconds") return `${value / 1000} s`;
  if (unit === "seconds") return `${value} s`;
  if (unit === "days") return `${value} days`;
  if (unit !== "bytes") return String(value);
  const [, size, name] = [
    [30, 2 ** 30, "GiB"] as const,
    [20, 2 ** 20, "MiB"] as const,
    [10, 2 ** 10, "KiB"] as const,
  ].find(([, size]) => value >= size)!;
  return `${value / size} ${name}`;
}

test("docs/reference/limits.md has a row for each limit of a bot and each quota of a user, with the default of its variable", () => {
  const told = rows.filter(([, variable]) => variable !== "").map(([, variable, value]) => [variable, value]);
  const known = limitsIn({ ...defaultSettings, dataDir: "" })
    .filter(({ setting }) => !ofThePlatform.test(setting))
    .map(({ setting, default: value, unit }) => [`\`${setting}\``, shown(value, unit)]);
  expect(told.toSorted()).toEqual(known.toSorted());
});

test("docs/reference/limits.md tells the limits that are constants", () => {
  const told = rows
    .filter(([, variable, value]) => variable === "" && /^\d/.test(value!))
    .map(([name, , value]) => [name, value]);
  const bytes = (value: number) => shown(value, "bytes");
  expect(told).toEqual([
    ["ends within ten minutes", String(endsAtMost)],
    ["one metric as a line of JSON", bytes(maxLineBytes)],
    ["one result", bytes(maxResultBytes)],
    ["one value of the state as JSON", bytes(maxValueBytes)],
    ["one key of the state, encoded", `${maxKeyLength} bytes`],
    ["config of a bot as JSON", bytes(environmentValueBytes)],
    [
      `least of an upload that must arrive in each ${leastBytesMs / 1000} s, counted from its beginning`,
      bytes(leastBytes),
    ],
    ["listings of the state of one user's bots at the same time", String(mostListings)],
    ["JSON bodies of one user's requests in progress, together", bytes(bytesOfUser)],
    ["JSON bodies of all requests in progress, together", bytes(bytesOfAll)],
    ["body of a request without a key, and of a form", bytes(smallBytes)],
  ]);
  const [least, most] = [leastBytesMs / 1000, (2 * leastBytesMs) / 1000];
  expect(page).toContain(`one that stalls, after ${least} to ${most} s |`);
});
