import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { keyProxy } from "./key-proxy.ts";

const pack = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

/** What a failed check may say: the suite tests features and tools that the platform does not have. */
const notOffered = [
  /[Tt]ool '?\w+'? not found/,
  /Method not found|-32601/,
  /Not testable/,
  /Prerequisite failed|unavailable|Expected InputRequiredResult/,
  /capabilities\.extensions MUST be advertised/,
  /returned error code -32602; spec requires -32021/,
  /instead of re-requesting via InputRequiredResult/,
  /Error data\.uri is undefined/,
];

/** Scenarios that must pass with at least so many checks, so that an empty run is not a success. */
const passing: Record<string, Record<string, number>> = {
  "2025-11-25": { "server-initialize": 2, ping: 2, "tools-list": 3, "dns-rebinding-protection": 2 },
  "2026-07-28": {
    "server-stateless": 24,
    "tools-list": 4,
    "dns-rebinding-protection": 2,
    caching: 4,
    "http-header-validation": 14,
  },
};

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

let at: TestPlatform;
let proxy: Awaited<ReturnType<typeof keyProxy>>;
let results: string;
beforeAll(async () => {
  at = await openPlatform();
  proxy = await keyProxy(at.platform.url, at.admin.key);
  results = mkdtempSync(join(tmpdir(), "botyard-mcp-"));
});
afterAll(async () => {
  await proxy.close();
  await at.close();
  rmSync(results, { recursive: true });
});

for (const [revision, expected] of Object.entries(passing)) {
  test(`the official conformance suite finds what is known, and nothing else: ${revision}`, async () => {
    const folder = join(results, revision);
    const baseline = join(import.meta.dirname, "official", `${revision}.yml`);
    const args = ["server", "--url", `${proxy.url}/mcp`, "--requirements", revision, "-o", folder];
    const ran = await promisify(execFile)(
      process.execPath,
      [pack, ...args, "--expected-failures", baseline],
      {
        cwd: dirname(results),
        maxBuffer: 64 * 1024 * 1024,
      },
    ).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
    expect(ran.code, ran.stdout.slice(-5_000)).toBe(0);

    const found = new Map<string, Check[]>();
    for (const name of readdirSync(folder)) {
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)![1]!;
      found.set(scenario, JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")));
    }
    for (const [scenario, count] of Object.entries(expected)) {
      const passed = found.get(scenario)?.filter(({ status }) => status === "SUCCESS") ?? [];
      expect(passed.length, scenario).toBeGreaterThanOrEqual(count);
    }
    // A known scenario must not hide another fault.
    const other = [...found]
      .flatMap(([scenario, checks]) => checks.map((check) => ({ scenario, ...check })))
      .filter(({ status }) => status === "FAILURE" || status === "WARNING")
      .filter(({ id }) => !/^server-sse-\w+(-\w+)?-session$/.test(id))
      .filter(({ errorMessage = "" }) => !notOffered.some((pattern) => pattern.test(errorMessage)));
    expect(other).toEqual([]);
  });
}

test("every entry of the baselines has its reason", () => {
  for (const revision of Object.keys(passing)) {
    const lines = readFileSync(join(import.meta.dirname, "official", `${revision}.yml`), "utf8")
      .trim()
      .split("\n")
      .slice(2);
    lines.forEach((line, index) => {
      if (/^ {2}- /.test(line)) expect(lines[index - 1], line).toMatch(/^ {2}# \w/);
    });
  }
});
