import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processesNamed } from "./processes.ts";
import { node, offeredIsolations, openWorkshop, printed, textOf, type Workshop } from "./workshop.ts";

describe.each(await offeredIsolations())("a bot in isolation %s", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
  });
  afterAll(() => workshop.close());

  it("ends with the exit code of its program", async () => {
    const launch = await workshop.start("exit 7");
    expect(await launch.ended).toMatchObject({ code: 7, endedAt: expect.any(Date) });
  });

  it("ends with the signal that killed its program, and only the bot writes to its output", async () => {
    const launch = await workshop.start("kill -KILL $$");
    expect(await launch.ended).toMatchObject({ code: 137, signal: "SIGKILL" });
    expect(textOf(launch.files.stderr)).toBe("");
  });

  it("writes its output, result and state to the platform's files", async () => {
    const spec = workshop.spec(
      `echo out; echo err >&2; echo '{"a":1}' >"$RESULT_PATH"; echo 1 >"$STATE_DIR/k.json"`,
    );
    const launch = await workshop.executor.launch(spec);
    expect(await launch.ended).toMatchObject({ code: 0 });
    expect(textOf(launch.files.stdout)).toBe("out\n");
    expect(textOf(launch.files.stderr)).toBe("err\n");
    expect(textOf(launch.files.result)).toBe('{"a":1}\n');
    expect(textOf(join(spec.stateDir, "k.json"))).toBe("1\n");
  });

  it("starts in its code folder with an empty standard input and no other open files", async () => {
    const launch = await workshop.start(
      `[ "$(pwd)" = "$CODE_MOUNT_DIR" ] && echo at home; cat; ls -l /proc/self/fd`,
    );
    await launch.ended;
    const [first, ...rest] = textOf(launch.files.stdout).trim().split("\n");
    expect(first).toBe("at home");
    const files = rest
      .filter((line) => line.includes("->"))
      .map((line) => line.replace(/.* (\d+) -> /, "$1 "));
    expect(files.map((file) => file.split(" ")[0]).sort()).toEqual(["0", "1", "2", "3"]);
    expect(files.find((file) => file.startsWith("3 "))).toMatch(/^3 \/proc\/\d+\/fd$/);
    expect(files.find((file) => file.startsWith("0 "))).toBe("0 /dev/null");
  });

  it("gets exactly the contract's environment", async () => {
    process.env.PLATFORM_SECRET = "must not be seen";
    const launch = await workshop.start("cat /proc/$$/environ", {
      extraEnv: { PRICE_FEED_URL: "http://127.0.0.1:1", QUERY_PATH: "/health" },
      kind: "run",
      model: "scheduled",
      run: { id: "run_1", scheduledAt: "2026-11-20T14:30:00.000Z" },
    });
    await launch.ended;
    const names = textOf(launch.files.stdout)
      .split("\0")
      .filter(Boolean)
      .map((pair) => pair.split("=")[0]);
    const mark = isolation === "bubblewrap" ? [] : ["BOTYARD_LAUNCH"];
    expect(names.sort()).toEqual(
      [
        ...["BOT_CONFIG", "BOT_ID", "BOT_TYPE", "CODE_MOUNT_DIR", "HOME", "LANG", "PATH", "PRICE_FEED_URL"],
        ...["RESULT_PATH", "RUN_ID", "SCHEDULED_AT", "STATE_DIR", "TMPDIR", "TZ", ...mark],
        ...["USER", "LOGNAME", "XDG_CACHE_HOME"],
      ].sort(),
    );
  });

  it("is not started with a config that is too long for the environment", async () => {
    const launching = workshop.start("exit 0", { config: JSON.stringify({ a: "x".repeat(100 * 1024) }) });
    await expect(launching).rejects.toMatchObject({
      code: "spawn_failed",
      message: /BOT_CONFIG is 102408 bytes/,
    });
  });

  it("is not started without its entrypoint, which the error names", async () => {
    const launching = workshop.start("exit 0", { entrypoint: "gone.py" });
    await expect(launching).rejects.toMatchObject({ code: "entrypoint_missing", message: /gone\.py/ });
  });

  it("is not started without its interpreter, which the error names", async () => {
    const runtime = {
      ...node,
      title: "Cobol",
      tool: { names: ["cobol-85"], versionArguments: [], minimum: "85" },
    };
    const launching = workshop.start("exit 0", { runtime });
    await expect(launching).rejects.toMatchObject({
      code: "no_interpreter",
      message: /Cobol requires cobol-85/,
    });
  });

  it("can handle SIGTERM within the grace period", async () => {
    const launch = await workshop.start(
      "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.02; done",
    );
    await printed(launch, "ready");
    expect(await launch.stop(10_000)).toMatchObject({ code: 0 });
    expect(textOf(launch.files.stdout)).toBe("ready\nbye\n");
  });

  it("gets SIGTERM itself, but its child processes do not", async () => {
    const launch = await workshop.start(
      "trap 'exit 3' TERM; (trap 'echo child was told' TERM; while :; do sleep 0.02; done) & echo ready; while :; do sleep 0.02; done",
    );
    await printed(launch, "ready");
    expect(await launch.stop(10_000)).toMatchObject({ code: 3 });
    expect(textOf(launch.files.stdout)).toBe("ready\n");
  });

  it("is killed if it ignores SIGTERM for longer than the grace period", async () => {
    const launch = await workshop.start("trap '' TERM; echo ready; while :; do sleep 0.02; done");
    await printed(launch, "ready");
    const started = performance.now();
    expect(await launch.stop(200)).toMatchObject({ code: 137, signal: "SIGKILL" });
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  it("gets SIGTERM even if it is stopped immediately after its start", async () => {
    const launches = await Promise.all(Array.from({ length: 10 }, () => workshop.start("sleep 100")));
    const ends = await Promise.all(launches.map((launch) => launch.stop(15_000)));
    for (const end of ends) expect(end).toMatchObject({ code: 143, signal: "SIGTERM" });
  });

  it("ends if it is killed immediately after its start", async () => {
    const launches = Array.from({ length: 10 }, async () => (await workshop.start("sleep 100")).kill());
    for (const end of await Promise.all(launches)) expect(end).toMatchObject({ signal: "SIGKILL" });
  });

  it("leaves no processes running, not even daemons with a cleared environment", async () => {
    const cleared = isolation === "none" ? "" : "env -i";
    const nap = `sleep ${1_000_000 + Math.floor(Math.random() * 1_000_000)}`;
    const launch = await workshop.start(
      `(setsid sh -c '(setsid ${cleared} ${nap} &) ; ${nap} &' &) ; while [ "$(pgrep -c -f '^${nap}')" -lt 2 ]; do sleep 0.01; done; exit 4`,
    );
    expect(await launch.ended).toMatchObject({ code: 4 });
    expect(processesNamed(nap)).toEqual([]);
  });

  it("can send a signal to its process group without losing its exit status", async () => {
    const launch = await workshop.start("trap '' TERM; kill -TERM 0; exit 5");
    expect(await launch.ended).toMatchObject({ code: 5 });
  });

  it("is killed if it exceeds its memory limit", async () => {
    const launch = await workshop.start("head -c 400000000 /dev/zero | tail -n 1 | sleep 1000", {
      limits: { memoryBytes: 100 << 20, processes: 64, cpus: 1, openFiles: 256 },
    });
    expect(await launch.ended).toMatchObject({
      limit: { name: "memory", used: expect.any(Number), allowed: 100 << 20 },
    });
  });

  it("cannot exceed its process limit", async () => {
    const nap = `sleep ${1_000_000 + Math.floor(Math.random() * 1_000_000)}`;
    const launch = await workshop.start(`for i in $(seq 300); do ${nap} & done; wait`, {
      limits: { memoryBytes: 512 << 20, processes: 40, cpus: 1, openFiles: 256 },
    });
    const { limit } = await launch.ended;
    // If the kernel counts only this bot's processes, it refuses the first one above the limit, and the shell exits.
    if (!/fork/i.test(textOf(launch.files.stderr))) expect(limit?.name).toBe("processes");
    expect(processesNamed(nap)).toEqual([]);
  });

  it("is not blocked by output that is not read", async () => {
    const launch = await workshop.start(`head -c 200000000 /dev/zero | tr '\\0' x; echo; echo done >&2`);
    expect(await launch.ended).toMatchObject({ code: 0 });
    expect(textOf(launch.files.stderr)).toBe("done\n");
  });

  it("runs with the interpreter found on the machine", async () => {
    const launch = await workshop.start("console.log(process.argv[1], process.env.BOT_CONFIG)", {
      runtime: node,
    });
    await launch.ended;
    expect(textOf(launch.files.stderr)).toBe("");
    expect(textOf(launch.files.stdout)).toMatch(/\/bot\.mjs {"symbol":"AAPL"}\n$/);
  });

  it("has an address while its query server listens, unless another process listens there", async () => {
    const program = `import { createServer } from "node:net";
      const { QUERY_HOST, QUERY_PORT } = process.env;
      createServer().listen(Number(QUERY_PORT), QUERY_HOST, () => console.log("listens"));`;
    const one = await workshop.start(program, { kind: "query-server", runtime: node });
    await printed(one, "listens");
    const address = await one.address();
    expect(address).toEqual(one.record.address);
    const [idle, other] = await Promise.all([
      workshop.start("echo .; sleep 1000", { kind: "query-server" }),
      workshop.start("echo .; sleep 1000", { kind: "query-server", listen: address! }),
    ]);
    expect(await idle.address()).toBeUndefined();
    expect(await other.address()).toBeUndefined();
    const adopted = await workshop.executor.adopt({ ...one.record, address: { host: "127.0.0.1", port: 1 } });
    expect(await adopted?.address()).toBeUndefined();
  });

  it("has the address of its query server also if only its folder is left", async () => {
    const launch = await workshop.start("sleep 1000", { kind: "query-server" });
    const { address, process: _, ...record } = launch.record;
    expect((await workshop.executor.adopt(record))?.record.address).toEqual(address);
  });

  it("has no address if it is not a query server", async () => {
    expect(await (await workshop.start("sleep 1000")).address()).toBeUndefined();
  });
});
