import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Failure } from "../../../mock-server/src/index.ts";
import { mocked } from "../mocked.ts";
import { ended, inTerminal, platform, start } from "../platform.ts";
import { largeBot, mib } from "./large-bot.ts";

const deploy = ["custom-bot", "deploy", "--json"];

/** A mock platform with two users, a bot with three files of 5 MiB, and what a deploy of it sends. */
async function setting(failures: Failure[] = []) {
  const { mock, env } = await mocked({ users: [{ name: "admin" }, { name: "lena" }], failures });
  const bot = await largeBot();
  const uploads = (operation = "sendFiles") =>
    mock.requests.filter((request) => request.operation === operation);
  const run = async (args: string[] = [], more: Record<string, string> = {}) => {
    mock.clearRequests();
    const done = await platform([...deploy, ...args], { cwd: bot.cwd, env: { ...env, ...more } });
    const operations = mock.requests
      .map(({ operation }) => operation!)
      .filter((name) => /^(upload|sendFiles)/.test(name));
    return { ...done, operations, document: done.code === 0 ? JSON.parse(done.stdout) : undefined };
  };
  return { mock, env, ...bot, uploads, run };
}

const inParts = ["uploadFileList", "sendFiles", "sendFiles", "sendFiles", "uploadFileList"];

test("a changed file beside large ones that the platform has is all that is sent", async () => {
  const { cwd, raise, run } = await setting();
  const first = await run();
  expect([first.code, first.operations], first.stderr).toEqual([0, inParts]);
  expect(first.document).toMatchObject({ already: false, sha256: first.document.content_sha256 });
  expect(first.document.bytes).toBeGreaterThan(15 * mib);
  expect(first.stderr).toMatch(/^Uploading my-bot 1\.0\.0 \(\d+ files, 15\.\d MiB\) \.\.\.$/m);
  appendFileSync(join(cwd, "bot.py"), "# changed\n");
  raise();
  const second = await run();
  expect([second.code, second.operations]).toEqual([0, ["uploadFileList", "sendFiles", "uploadFileList"]]);
  expect(second.document.bytes).toBeLessThan(5000);
  expect(second.stderr).toMatch(
    /^Uploading my-bot 1\.0\.1 \(2 of \d+ files, \d+ B of 15\.\d MiB; the platform has the others\) \.\.\.$/m,
  );
});

test("the same content again uploads nothing, and the list alone with --again", async () => {
  const { run } = await setting();
  const first = await run();
  const second = await run();
  expect([second.operations, second.document]).toEqual([[], { ...first.document, already: true, bytes: 0 }]);
  const forced = await run(["--again"]);
  expect([forced.operations, forced.document]).toEqual([["uploadFileList"], second.document]);
  expect(forced.stderr).toContain("The platform has all files of my-bot 1.0.0 already.");
});

test("other content under the same version is refused before a file is sent, and is no upload to resume", async () => {
  const { cwd, run } = await setting();
  await run();
  appendFileSync(join(cwd, "bot.py"), "# changed\n");
  const { code, stderr, operations } = await run();
  expect([code, operations]).toEqual([6, ["uploadFileList"]]);
  expect(stderr).toContain("Version 1.0.0 of my-bot already exists with different content");
  expect(existsSync(join(cwd, ".botyard", "upload.json"))).toBe(false);
  expect(stderr).toContain("set version: 1.0.1 in bot-config.yaml, then: platform custom-bot deploy");
});

test("another user sends everything: the platform does not tell what others have", async () => {
  const { mock, run } = await setting();
  await run();
  const lena = await run([], { PLATFORM_API_KEY: mock.keyOf("lena") });
  expect([lena.code, lena.operations], lena.stderr).toEqual([0, inParts]);
});

/** The second part is not answered. */
const stuck: Failure = { operation: "sendFiles", after: 1, delay_ms: 600_000 };

test.each([
  ["Ctrl-C", "SIGINT", 130],
  ["a kill", "SIGKILL", null],
] as const)("after %s in the middle, the next deploy sends what is missing", async (_, signal, code) => {
  const { mock, env, cwd, uploads, run } = await setting([stuck]);
  const child = start(deploy, { cwd, env });
  const end = ended(child);
  await expect.poll(() => uploads().length).toBe(2);
  child.kill(signal);
  const { code: exit, stderr } = await end;
  expect(exit).toBe(code);
  if (signal === "SIGINT")
    expect(stderr).toMatch(
      /^Interrupted\. .* of 15\.\d MiB were uploaded; the next deploy sends the rest\.$/m,
    );
  mock.clearFailures();
  const second = await run();
  expect(second.code, second.stderr).toBe(0);
  expect(second.operations).toEqual(["uploadFileList", "sendFiles", "sendFiles", "uploadFileList"]);
  expect(second.stderr).toMatch(
    /^Resuming the upload of my-bot 1\.0\.0: \d+\.\d MiB of 15\.\d MiB are there, \d+ of \d+ files\.$/m,
  );
  // It ended, so that the next one is not said to go on.
  appendFileSync(join(cwd, "bot.py"), "# changed\n");
  expect((await run()).stderr).not.toContain("Resuming");
});

test("a deploy whose connection is lost says how far it came, and the next one sends what is missing", async () => {
  const { mock, run } = await setting([{ operation: "sendFiles", after: 2, cut: true }]);
  const lost = await run();
  expect(lost.code).toBe(7);
  expect(lost.stderr).toMatch(
    /(connection reset|the connection was closed)\. .* were uploaded; the next deploy sends the rest\./,
  );
  expect(lost.stderr).toContain("next: platform custom-bot deploy    (sends what is missing)");
  mock.clearFailures();
  const second = await run();
  expect(second.operations).toEqual(["uploadFileList", "sendFiles", "uploadFileList"]);
  expect(second.stderr).toContain("Resuming the upload of my-bot 1.0.0: ");
});

test.each([
  ["a connection that is lost once", { cut: true, times: 1 }],
  ["a platform that is busy", { code: "too_many_uploads", headers: { "retry-after": "1" }, times: 1 }],
])("%s does not end a deploy", async (_, failure) => {
  const { run } = await setting([{ operation: "sendFiles", after: 1, ...failure }]);
  const { code, operations, stderr } = await run();
  expect(code, stderr).toBe(0);
  expect(operations.filter((name) => name === "sendFiles")).toHaveLength(4);
});

test.each([404, 405])("a platform without lists (%d) gets an archive", async (status) => {
  const { run } = await setting([{ operation: "uploadFileList", status }]);
  const { code, operations, document, stderr } = await run();
  expect([code, operations], stderr).toEqual([0, ["uploadFileList", "uploadCustomBot"]]);
  expect(document.sha256).not.toBe(document.content_sha256);
  expect(document.bytes).toBeGreaterThan(15 * mib);
  expect(stderr).toMatch(/^Uploading my-bot 1\.0\.0 \(1\d\.\d MiB\) \.\.\.$/m);
  const again = await run();
  expect([again.operations, again.document]).toEqual([[], { ...document, already: true, bytes: 0 }]);
});

test("a file that can be compressed very well is not taken for an attack", async () => {
  const { cwd, run } = await setting();
  writeFileSync(join(cwd, "zeros.bin"), Buffer.alloc(40 * mib));
  const { code, stderr, document } = await run();
  expect(code, stderr).toBe(0);
  expect(document.bytes).toBeLessThan(16 * mib);
});

test("a file that looks like a secret is not sent, nor is anything else", async () => {
  const { cwd, run } = await setting();
  writeFileSync(join(cwd, "exchange.pem"), "-----BEGIN PRIVATE KEY-----\n");
  const { code, operations, stderr } = await run();
  expect([code, operations]).toEqual([6, []]);
  expect(stderr).toContain("exchange.pem");
});

test("in a terminal, the progress is one line that is rewritten and then removed", async () => {
  const { cwd, env } = await setting();
  const { stdout } = await ended(inTerminal(["custom-bot", "deploy"], { cwd, env }));
  const parts = stdout.split("\r").filter((line) => /^ {2}\d+ %: /.test(line));
  expect(parts).toHaveLength(3);
  expect(parts.at(-1)).toMatch(/^ {2}100 %: 15\.\d MiB of 15\.\d MiB, (\d+) of \1 files/);
  expect(stdout).toContain("\r\u001b[KUploaded my-bot 1.0.0.");
});

test("a dry run tells what a deploy would upload, and needs no platform that has it", async () => {
  const { run } = await setting([{ operation: "uploadFileList", status: 500 }]);
  const { code, operations, document } = await run(["--dry-run"]);
  expect([code, operations]).toEqual([0, []]);
  expect(document).toMatchObject({ sha256: document.content_sha256, dry_run: true, already: false });
  expect(document.bytes).toBeGreaterThan(15 * mib);
});
