import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { buildNodeTestee } from "../../testees/node/build.ts";
import {
  buildTestee,
  type Described,
  describeTestee,
  freePort,
  numbered,
  runStep,
  Started,
  type Written,
} from "./start.ts";

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const script: Written[] = [
  ["metric", "price", { value: 1 }],
  ["guarded", [["log.info", "a"]], [["touch", "not"]], [["log.info", "b"]]],
  ["success", "done"],
];

test("the table lists exactly the testees that must not pass", () => {
  const table = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
  const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) => [
    ...names!.matchAll(/`(.*?)`/g),
  ]);
  expect(rows.map(([, name]) => name).sort()).toEqual(folders.sort());
});

describe("null testees", () => {
  const run = (name: string, env?: Record<string, string>) =>
    runStep(describeTestee(`test/testees/null-${name}`), script, env);

  test("end as described", async () => {
    expect(await run("silent-0")).toMatchObject({ code: 0, trace: [] });
    expect(await run("silent-1")).toMatchObject({ code: 1, trace: [] });
    expect(await run("segv")).toMatchObject({ signal: "SIGSEGV", trace: [] });
    expect(await run("unknown-op")).toMatchObject({ code: 64, trace: [{ id: "1", unsupported: true }] });
  });

  test("hang until they are killed", async () => {
    const step = new Started(describeTestee("test/testees/null-hang"), numbered(script));
    expect(readFileSync(`/proc/${step.pid}/stat`, "utf8")).not.toMatch(/\) Z /);
    step.kill("SIGTERM");
    expect(await step.ended).toEqual({ code: null, signal: "SIGTERM" });
  });

  test("write plausible output on every channel", async () => {
    const noise = await run("noise");
    expect([...noise.lines("stdout"), ...noise.lines("stderr")]).toHaveLength(4);
    expect(JSON.parse(noise.text("out/result.json")!)).toEqual({ status: "success", message: "done" });
    expect(noise.trace.map(({ id }) => id)).not.toContain("1");
    expect(noise.trace.at(-1)).toEqual({ end: true });
    const asked = await run("noise", { QUERY_PATH: "/q" });
    expect(JSON.parse(asked.text("out/result.json")!)).toEqual({ status: "ok", data: null });
    const echo = await run("echo", { BOT_CONFIG: '{"a":"secret"}' });
    for (const path of ["stdout", "stderr", "trace", "out/result.json"]) {
      expect(echo.text(path)).toMatch(/^\{"a":"secret"\}\n\n\{"v":1,"ops":/);
    }
  });

  test("write 100 MB, and bytes that are not UTF-8", async () => {
    const flood = await run("flood");
    expect(flood.text("stdout")).toHaveLength(100_000_000);
    const bad = await run("bad-utf8");
    for (const path of ["stdout", "stderr", "trace", "out/result.json"])
      expect(bad.text(path)).toContain("\ufffd");
  });

  test("leave processes behind", async () => {
    const step = await run("orphan");
    const left = readdirSync("/proc").filter(
      (pid) => Number(pid) > step.pid && cwdOf(pid) === join(step.dir, "code"),
    );
    for (const pid of left) process.kill(Number(pid), "SIGKILL");
    expect(left).toHaveLength(2);
  });

  test("report that every op succeeded", async () => {
    const { code, trace, files } = await run("liar");
    const told = trace.map(({ id, begin }) => `${id}${begin ? " begins" : ""}`);
    expect([code, files]).toEqual([0, []]);
    expect(told.slice(2, 8)).toEqual(["2 begins", "2.1.1 begins", "2.1.1", "2.3.1 begins", "2.3.1", "2"]);
    expect(trace.slice(-2)).toEqual([{ id: "3", value: null }, { end: true }]);
  });
});

describe("hostile testees", () => {
  const described = (name: string): Described => describeTestee(`test/testees/hostile-${name}`);
  async function run(name: string, ops = script) {
    buildTestee(described(name));
    return runStep(described(name), ops);
  }

  test("cannot be started or built", async () => {
    await expect(new Started(described("dead-at-start"), []).ended).rejects.toThrow("ENOENT");
    expect(() => buildTestee(described("does-not-build"))).toThrow("a brace is missing");
  });

  test("break the trace as described", async () => {
    expect(await run("dies-mid-script")).toMatchObject({ signal: "SIGKILL" });
    const half = await run("half-a-trace-line");
    expect([half.code, half.text("trace")]).toEqual([
      0,
      expect.stringMatching(/"begin":"metric"\}\n\{"id":"1"[^\n]*$/),
    ]);
    const gap = await run("trace-id-gap");
    expect(gap.trace.map(({ id, end }) => id ?? end)).toEqual([
      "2",
      "2.1.1",
      "2.1.1",
      "2.3.1",
      "2.3.1",
      "2",
      "3",
      "3",
      true,
    ]);
    expect(gap.lines("stdout")).toHaveLength(1);
    const odd = await run("non-utf8-trace");
    expect(odd.text("trace")).toContain('"note":"\ufffd\ufffd"');
  });

  test("break the streams as described, and do the rest correctly", async () => {
    const early = await run("prints-before-asked");
    expect(early.text("stdout")).toMatch(/^SDK 1.0 is starting\n\{"_metric":"price"/);
    const huge = await run("huge-output");
    expect(huge.text("stderr")!.length).toBeGreaterThan(2 ** 26);
    const closed = await run("closes-stdout-early");
    for (const step of [early, huge, closed]) {
      expect([step.text("out/result.json"), step.trace.at(-1)]).toEqual([
        expect.stringContaining("done"),
        { end: true },
      ]);
    }
    expect(closed.text("stdout")).toBe("");
  });

  test("leave files and processes behind", async () => {
    const daemon = await run("daemon");
    const left = readdirSync("/proc").filter(
      (pid) => Number(pid) > daemon.pid && environmentOf(pid).includes(daemon.dir),
    );
    const keeper = await run("keeps-result-open");
    const holding = readdirSync("/proc").filter(
      (pid) =>
        Number(pid) > keeper.pid && opened(pid).some((file) => file.startsWith(join(keeper.dir, "out"))),
    );
    for (const pid of [...left, ...holding]) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch (error) {
        // It may have ended meanwhile.
        expect(error).toMatchObject({ code: "ESRCH" });
      }
    }
    expect([left.length, holding.length > 0]).toEqual([1, true]);
    const outside = await run("writes-outside");
    const here = readFileSync(join(described("writes-outside").folder, "dist/left-here"), "utf8");
    expect([here, outside.text("left-there")]).toEqual([String(outside.pid), String(outside.pid)]);
  });

  async function serve(name: string) {
    buildTestee(described(name));
    const port = await freePort();
    return {
      port,
      step: new Started(described(name), numbered([["query.run"]]), { QUERY_PORT: String(port) }),
    };
  }

  test("serve on another port, never, or without stopping", async () => {
    const wrong = await serve("wrong-port");
    while (portsOf(wrong.step.pid).length === 0) await pause(5);
    expect(portsOf(wrong.step.pid)).not.toContain(wrong.port);
    const deaf = await serve("ignores-term");
    while (!portsOf(deaf.step.pid).includes(deaf.port)) await pause(5);
    deaf.step.kill("SIGTERM");
    deaf.step.kill("SIGINT");
    const never = await serve("never-ready");
    while (never.step.trace.length === 0) await pause(5);
    for (let i = 0; i < 20; i++) {
      await pause(10);
      expect(portsOf(never.step.pid)).toEqual([]);
    }
    expect(await (await fetch(`http://127.0.0.1:${deaf.port}/health`)).json()).toEqual({ status: "ok" });
    for (const { step } of [wrong, deaf, never]) {
      step.kill("SIGKILL");
      expect(await step.ended).toEqual({ code: null, signal: "SIGKILL" });
    }
  });
});

describe("a Node testee with a fault", () => {
  const folder = mkdtempSync(join(tmpdir(), "patched-"));
  const outfile = join(folder, "adapter.cjs");
  const file = "sdks/node/src/metric.ts";
  afterAll(() => rmSync(folder, { recursive: true }));

  test("has the fault, and the SDK does not", async () => {
    await buildNodeTestee({
      outfile,
      patch: [{ file, find: 'writeLine("stdout"', replace: 'writeLine("stderr"' }],
    });
    const own = describeTestee("testees/node");
    const faulty = await runStep({ ...own, start: [process.execPath, outfile] }, [["metric", "m", {}]]);
    expect([faulty.lines("stdout").length, faulty.lines("stderr").length]).toEqual([0, 1]);
    await buildNodeTestee({ outfile });
    const sound = await runStep({ ...own, start: [process.execPath, outfile] }, [["metric", "m", {}]]);
    expect([sound.lines("stdout").length, sound.lines("stderr").length]).toEqual([1, 0]);
  });

  test("is not built if the patch does not apply", async () => {
    const patched = (find: string, of = file) =>
      buildNodeTestee({ outfile, patch: [{ file: of, find, replace: "" }] });
    await expect(patched("no such text")).rejects.toThrow("occurs 0 times, not once: no such text");
    await expect(patched("import")).rejects.toThrow(/occurs \d times, not once/);
    await expect(patched("import", "sdks/node/src/nothing.ts")).rejects.toThrow("not part of the SDK");
  });
});

/** Reads from /proc; undefined if the process has ended. */
function seen<T>(look: () => T, nothing: T): T {
  try {
    return look();
  } catch {
    return nothing;
  }
}

const cwdOf = (pid: string) => seen(() => readlinkSync(`/proc/${pid}/cwd`), "");
const environmentOf = (pid: string) => seen(() => readFileSync(`/proc/${pid}/environ`, "utf8"), "");
const opened = (pid: string | number) =>
  seen(
    () =>
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => seen(() => [readlinkSync(`/proc/${pid}/fd/${fd}`)], [])),
    [],
  );

/** Returns the ports on which a process listens. */
function portsOf(pid: number): number[] {
  const sockets = new Set(opened(pid).map((file) => file.replace(/^socket:\[(\d+)\]$/, "$1")));
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === "0A" && sockets.has(fields[9] ?? ""))
    .map((fields) => Number.parseInt(fields[1]!.split(":")[1]!, 16));
}
