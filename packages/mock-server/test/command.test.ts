import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../bin/platform-mock.mjs", import.meta.url));
const running: ChildProcess[] = [];
const dir = mkdtempSync(join(tmpdir(), "botyard-mock-test-"));
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));

async function run(...args: string[]) {
  const child = spawn(process.execPath, [bin, ...args]);
  running.push(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

async function start(...args: string[]) {
  const child = spawn(process.execPath, [bin, "--port", "0", ...args]);
  running.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, ...(JSON.parse(line) as { url: string; api_url: string; key: string }) };
}

const scenario = `
now: 2026-11-20T14:30:00Z
custom_bots:
  - name: crossover
    answers:
      /status: { value: { position: 3 } }
bots:
  - name: alpha
    bot_id: bot_alpha
    type: realtime/crossover
    logs: [started, { message: no price, level: error, time: -5m }]
`;

test("it prints one line of JSON, serves the scenario of a file, and stops on SIGTERM", async () => {
  const file = join(dir, "scenario.yaml");
  const keyFile = join(dir, "key");
  writeFileSync(file, scenario);
  const { child, url, api_url, key } = await start("--scenario", file, "--key-file", keyFile);
  expect(api_url).toBe(`${url}/api/v1`);
  expect(readFileSync(keyFile, "utf8")).toBe(`${key}\n`);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const answer = await fetch(`${api_url}/query/bot_alpha`, {
    method: "POST",
    headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
    body: '{"query_path":"/status","params":{}}',
  });
  expect(await answer.json()).toEqual({ position: 3 });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("it ends when nobody reads its address, and says so when standard output is full", async () => {
  const shell = (line: string) =>
    spawnSync("bash", ["-c", line, process.execPath, bin], { encoding: "utf8" });
  expect(shell('"$0" "$1" --port 0 | true; exit "${PIPESTATUS[0]}"')).toMatchObject({
    status: 0,
    stderr: "",
  });
  const full = shell('"$0" "$1" --port 0 >/dev/full');
  expect(full.status).toBe(1);
  expect(full.stderr).toMatch(/^error: Cannot write to standard output: .*ENOSPC.*\n$/);
});

test("a test in another process reads the requests and controls the mock", async () => {
  const { url, api_url, key } = await start();
  const headers = { authorization: `ApiKey ${key}` };
  const control = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/_mock${path}`, { method, ...sent });
    return { status: response.status, json: response.status === 204 ? undefined : await response.json() };
  };
  await control("POST", "/reset", { now: "2026-01-01T00:00:00Z", bots: [{ name: "a", bot_id: "bot_a" }] });
  await control("POST", "/failures", { operation: "getBot", code: "internal_error", times: 1 });
  expect((await fetch(`${api_url}/bots/bot_a`, { headers })).status).toBe(500);
  expect((await fetch(`${api_url}/bots/bot_a`, { headers })).status).toBe(200);
  await control("POST", "/bots/a/logs", ["hello"]);
  await control("POST", "/bots/a/metrics", [{ type: "price", data: { value: 1 } }]);
  await control("POST", "/bots/a/status", { status: "failed", reason: "crash_loop" });
  const bot = (await (await fetch(`${api_url}/bots/bot_a`, { headers })).json()) as object;
  expect(bot).toMatchObject({ status: "failed", reason: "crash_loop" });
  expect((await control("POST", "/clock", { advance_ms: 1000 })).json).toEqual({
    now: "2026-01-01T00:00:01.000Z",
  });
  expect((await control("POST", "/clock", { set: "2026-01-02T00:00:00Z" })).json).toEqual({
    now: "2026-01-02T00:00:00.000Z",
  });
  const { items } = (await control("GET", "/requests")).json as { items: { operation: string }[] };
  expect(items.map(({ operation }) => operation)).toEqual(["getBot", "getBot", "getBot"]);
  await control("DELETE", "/requests");
  expect((await control("GET", "/requests")).json).toEqual({ items: [] });
  expect(await control("POST", "/bots/nobody/logs", ["x"])).toEqual({
    status: 400,
    json: { error: 'There is no bot "nobody".' },
  });
  expect((await control("POST", "/failures", { operation: "nope" })).status).toBe(400);
  expect((await control("GET", "/nope")).status).toBe(404);
});

test("what is wrong with the options or the scenario is printed, with exit code 2", async () => {
  const file = join(dir, "wrong.json");
  writeFileSync(file, '{"bots":[{"nome":"a"}]}');
  const { code, stdout, stderr } = await run("--scenario", file);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain('/bots/0/nome: Unknown field "nome"');
  const two = join(dir, "two.yaml");
  writeFileSync(two, "\uFEFFnow: 2026-11-20T14:30:00Z\n---\nbots: []\n");
  expect((await run("--scenario", two)).stderr).toContain("two.yaml:2: A second document begins here");
  expect(await run("--scenario", join(dir, "none"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none cannot be read"),
  });
  expect(await run("--prot", "0")).toMatchObject({ code: 2, stderr: expect.stringContaining("--prot") });
  expect(await run("--port", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining('"x"') });
});

test("a port in use is exit code 1", async () => {
  const { url } = await start();
  const { code, stderr } = await run("--port", new URL(url).port);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("EADDRINUSE") });
});

test("with a command it sets its address and key, passes a signal on, and exits with its code", async () => {
  const show = "console.log(process.env.PLATFORM_API_URL, process.env.PLATFORM_API_KEY); process.exit(5)";
  const { code, stdout } = await run("--", process.execPath, "-e", show);
  expect({ code, stdout }).toEqual({
    code: 5,
    stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1 by_\S+\n$/),
  });
  const child = spawn(process.execPath, [bin, "--", "sh", "-c", "echo begun; sleep 1000; echo survived"]);
  running.push(child);
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([143, null]);
  expect(said).toBe("begun\n");
  expect(await run("--")).toMatchObject({ code: 2, stderr: expect.stringContaining("command to run") });
  expect((await run("--", "no-such-command")).code).toBe(127);
});

test("--schema prints the JSON Schema of scenarios, --help the options, --version the version", async () => {
  expect(JSON.parse((await run("--schema")).stdout).properties).toHaveProperty("bots");
  expect((await run("--help")).stdout).toContain("--scenario <file>");
  expect((await run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
