import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";

/** Says in its state and its log when it begins and when it was asked to end. */
const living = `
import { appendFileSync, writeSync } from "node:fs";
const say = (word) => {
  appendFileSync(process.env.STATE_DIR + "/said", word + "\\n");
  writeSync(1, word + "\\n");
};
process.on("SIGTERM", () => { say("asked to end"); process.exit(0); });
say("born");
setInterval(() => {}, 1000);
`;
const cli = join(root, "packages", "cli", "bin", "platform.mjs");

let original: TestPlatform;
let copy: TestPlatform;
let bot: string;
beforeEach(async () => {
  original = new TestPlatform();
  copy = new TestPlatform();
  await original.start();
  await original.upload({
    name: "living",
    type: "realtime",
    bot: living,
    query: "setInterval(() => {}, 1000);",
  });
  bot = await original.create({ name: "living", type: "realtime/living" });
  await original.waitFor(bot, "running");
  await until(async () => said(original).length === 1);
  await until(async () => (await original.get<{ items: unknown[] }>(`/bots/${bot}/logs`)).items.length > 0);
});
afterEach(async () => {
  await Promise.all([original.close(), copy.close()]);
  const left = processes();
  for (const { pid } of left) process.kill(pid, "SIGKILL");
  expect(left, "processes of the deleted bot").toEqual([]);
});

function said({ data }: TestPlatform): string[] {
  const file = join(data, "bots", bot, "state", "said");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

const copyData = () => execFileSync("cp", ["-a", original.data, copy.data]);

/** Returns the processes of the bot, with reapers, sandboxes and its query program. */
function processes(): { pid: number; command: string[] }[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const isOfBot = readFileSync(`/proc/${name}/environ`, "latin1").includes(`BOT_ID=${bot}\0`);
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return isOfBot ? [{ pid: Number(name), command }] : [];
    } catch {
      return [];
    }
  });
}

/** Returns the processes that run the bot's own program. */
function programs(): number[] {
  const isProgram = ({ command: [program = "", ...rest] }: { command: string[] }) =>
    basename(program) === basename(process.execPath) && rest.some((one) => one.endsWith("main.mjs"));
  return processes()
    .filter(isProgram)
    .map(({ pid }) => pid);
}

const ready = async ({ url }: TestPlatform) => {
  const answer = await fetch(`${url}/readyz`);
  const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
  return { status: answer.status, code, detail };
};
const copied = { status: 503, code: "data_dir_copied", detail: expect.stringContaining("--take-over") };
const isUntouched = (before: readonly number[]) => {
  expect(programs()).toEqual(before);
  expect(said(original)).toEqual(["born"]);
};

test("a platform on a copy touches no process of the original, starts none, and says so everywhere", async () => {
  const before = programs();
  expect(before).toHaveLength(1);
  copyData();
  await copy.start(["--stop-bots"]);
  expect(await ready(copy)).toEqual(copied);
  expect(copy.said.join("\n")).toMatch(
    new RegExp(`data folder ${copy.data} is a copy of the one at ${original.data}, .*serve --take-over`),
  );
  expect(copy.said.join("\n")).toMatch(/^bots: +none is run/m);
  const { health } = await copy.get<{ health: { name: string; status: string; detail: string | null }[] }>(
    "/system",
  );
  const part = health.find(({ name }) => name === "data_folder");
  expect(part).toEqual({ name: "data_folder", status: "failing", detail: copied.detail });

  // Everything can be read, and no bot can be changed.
  expect(await copy.get(`/bots/${bot}`)).toMatchObject({ name: "living" });
  expect((await copy.get<{ items: unknown[] }>(`/bots/${bot}/logs`)).items.length).toBeGreaterThan(0);
  for (const [method, path, body] of [
    ["POST", `/bots/${bot}/stop`],
    ["POST", `/bots/${bot}/restart`],
    ["DELETE", `/bots/${bot}`],
    ["POST", "/bots", { name: "other", type: "realtime/living", version: "latest", config: {} }],
    ["POST", `/query/${bot}`, { query_path: "/health" }],
  ] as const) {
    const { status, json } = await copy.call(method, path, body);
    expect({ status, code: json?.code }, `${method} ${path}`).toMatchObject({
      status: 503,
      code: copied.code,
    });
  }
  const doctor = promisify(execFile)(process.execPath, [cli, "doctor"], {
    env: { ...process.env, NO_COLOR: "1", PLATFORM_API_URL: copy.url, PLATFORM_API_KEY: copy.key },
  });
  expect(((await doctor.catch((error) => error)) as { stdout: string }).stdout).toMatch(
    /readiness.*is a copy of another.*--take-over/,
  );
  // A platform with --stop-bots stops the bots that are its own.
  await copy.end("SIGTERM");
  isUntouched(before);
});

test("a copy is not taken over while a platform uses the original", async () => {
  const before = programs();
  copyData();
  await expect(copy.start(["--take-over"])).rejects.toThrow(
    new RegExp(
      `exited with 1:[^]*${original.data} is in use by another platform .process ${original.process?.pid}`,
    ),
  );
  isUntouched(before);
  await copy.start();
  expect(await ready(copy)).toEqual(copied);
});

test("the hint of a copy, once followed, ends the bots of the original and runs them in the copy for good", async () => {
  copyData();
  // The store of the copy does not know this process.
  await original.call("POST", `/bots/${bot}/restart`);
  await until(async () => said(original).length === 3);
  await original.end("SIGTERM");
  await copy.start();
  const { detail } = await ready(copy);
  const [, argument = ""] = /`platform serve (.*)`/.exec(detail ?? "") ?? [];
  await copy.end("SIGTERM");
  const left = processes().map(({ pid }) => `process ${pid} of the bot "living" (${bot})`);
  await copy.start([argument]);
  expect((await ready(copy)).status).toBe(200);
  const ended = copy.said.flatMap((line) => /Ending (.*), which the original had/.exec(line)?.[1] ?? []);
  // Its query process too, if that has started already.
  expect(ended).not.toEqual([]);
  expect(left).toEqual(expect.arrayContaining(ended));
  await until(async () => said(copy).length === 2 && programs().length === 1);
  expect(said(original), "what the copy leaves to the original").toEqual([
    "born",
    "asked to end",
    "born",
    "asked to end",
  ]);
  expect(said(copy)).toEqual(["born", "born"]);

  await copy.end("SIGTERM");
  const [running] = programs();
  await copy.start();
  expect((await ready(copy)).status).toBe(200);
  expect(programs(), "taken over like that of any platform").toEqual([running]);

  // The original is a copy now.
  await original.start();
  expect(await ready(original)).toEqual(copied);
  expect(original.said.join("\n")).toContain(`is a copy of the one at ${copy.data}`);
  expect(programs()).toEqual([running]);
});

test("a copy made before the platform knew its place is recognised by the launches in the store", async () => {
  const before = programs();
  for (const { data } of [original]) rmSync(join(data, "place.json"));
  copyData();
  await copy.start();
  expect(await ready(copy)).toEqual(copied);
  isUntouched(before);
});

test("a data folder that was moved has its bots started anew, once, at its new place", async () => {
  await original.end("SIGKILL");
  renameSync(original.data, copy.data);
  await copy.start();
  expect((await ready(copy)).status).toBe(200);
  await until(async () => said(copy).length === 3);
  await copy.waitFor(bot, "running");
  expect(said(copy)).toEqual(["born", "asked to end", "born"]);
  expect(programs()).toHaveLength(1);
  // Its output was found at the new place.
  await until(async () => {
    const { items } = await copy.get<{ items: { message: string }[] }>(`/bots/${bot}/logs?limit=1000`);
    return items.some(({ message }) => message === "asked to end");
  });
});

test("the same data folder is no copy, however its platform ended", async () => {
  const before = programs();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    await original.end(signal);
    await original.start();
    expect((await ready(original)).status).toBe(200);
  }
  isUntouched(before);
});
