import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LaunchSpec, readBotFile } from "../src/index.ts";
import { createProcessExecutor } from "../src/process.ts";
import { processesNamed } from "./processes.ts";
import { offeredIsolations, openWorkshop, textOf, until, type Workshop } from "./workshop.ts";

const offered = await offeredIsolations();
const isRoot = process.getuid?.() === 0;

describe.each(offered.filter((name) => name !== "none"))("a bot in isolation %s", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
  });
  afterAll(() => workshop.close());

  /** Runs a script to its end and returns its output on both streams. */
  async function say(program: string, changes?: Partial<LaunchSpec>): Promise<string> {
    const launch = await workshop.start(program, changes);
    await launch.ended;
    return textOf(launch.files.stdout) + textOf(launch.files.stderr);
  }

  it("is not root and cannot get capabilities", async () => {
    const said = await say("id -u; id -g; id -G; grep -E '^(Cap|NoNewPrivs)' /proc/self/status");
    const [uid, gid, groups] = said.split("\n");
    expect(Number(uid)).toBeGreaterThanOrEqual(1000);
    expect([gid, groups]).toEqual([uid, uid]);
    expect(said).toMatch(/CapEff:\s+0+\n/);
    expect(said).toMatch(/CapPrm:\s+0+\n/);
    expect(said).toMatch(/NoNewPrivs:\s+1\n/);
  });

  it("cannot write to its code or to the machine", async () => {
    const said = await say(
      `for f in "$CODE_MOUNT_DIR/x" "$CODE_MOUNT_DIR/bot.mjs" /x /etc/x /usr/x /dev/x; do (echo x >>"$f") 2>/dev/null && echo "wrote $f"; done; echo over`,
    );
    expect(said).toBe("over\n");
  });

  it("cannot read the platform's files, the operator's home or files of another bot", async () => {
    const secret = join(workshop.root, "admin.key");
    writeFileSync(secret, "secret", { mode: 0o600 });
    const other = workshop.spec(`echo mine >"$STATE_DIR/k.json"; chmod -R a+rX "$STATE_DIR"`);
    await (await workshop.executor.launch(other)).ended;
    const paths = [
      secret,
      join(other.stateDir, "k.json"),
      join(homedir(), ".bashrc"),
      join(other.dir, "stdout"),
    ];
    const hidden =
      isolation === "bubblewrap" ? paths : paths.filter((path) => path !== join(other.stateDir, "k.json"));
    const said = await say(`for f in ${hidden.join(" ")}; do cat "$f" 2>/dev/null; done; echo over`);
    expect(said).toBe("over\n");
  });

  it("cannot read the platform's environment or memory", async () => {
    const said = await say(
      `for p in ${process.pid} $PPID 1; do cat /proc/$p/environ /proc/$p/maps 2>/dev/null | tr '\\0' '\\n' | grep -v -E '^(BOT|CODE|STATE|RESULT|TMP|TZ|LANG|HOME|PATH|PWD)' | grep -c . ; done`,
    );
    const mapped = isRoot ? ["0", "0", "0"] : ["0", expect.anything(), expect.anything()];
    expect(said.trim().split("\n")).toEqual(mapped);
  });

  it("has queries that can read its state but not write it", async () => {
    const stateDir = join(workshop.root, "state", `shared-${isolation}`);
    const botId = `bot_shared_${isolation}`;
    await say(`umask 077; echo 1 >"$STATE_DIR/k.json"`, { botId, stateDir });
    const said = await say(
      `cat "$STATE_DIR/k.json"; (echo 2 >"$STATE_DIR/k.json"; echo 2 >"$STATE_DIR/new"; rm -f "$STATE_DIR/k.json"; chmod 777 "$STATE_DIR") 2>/dev/null; cat "$STATE_DIR/k.json"; ls "$STATE_DIR"`,
      { botId, stateDir, kind: "query", model: "scheduled", query: { path: "/x", params: "{}" } },
    );
    expect(said).toBe("1\n1\nk.json\n");
  });

  it("works in a data folder that is closed to other users, and cannot list it", async () => {
    const data = join(workshop.root, "data");
    mkdirSync(join(data, "bots", "b1"), { recursive: true, mode: 0o700 });
    const executor = await createProcessExecutor({ dir: join(data, "executor"), isolation });
    const spec = workshop.spec(
      `echo 1 >"$STATE_DIR/k.json" && echo '{}' >"$RESULT_PATH"; ls ${data} ${data}/bots`,
      {
        dir: join(data, "bots", "b1", "launches", "l1"),
        stateDir: join(data, "bots", "b1", "state"),
      },
    );
    const launch = await executor.launch(spec);
    await launch.ended;
    expect(textOf(launch.files.result)).toBe("{}\n");
    expect(textOf(join(spec.stateDir, "k.json"))).toBe("1\n");
    expect(textOf(launch.files.stdout)).toBe("");
  });

  it("can open its standard output by name", async () => {
    expect(await say("echo a >>/dev/stdout; echo b >>/dev/stderr")).toBe("a\nb\n");
  });

  it("has its own folder for temporary files", async () => {
    expect(await say('echo x >"$TMPDIR/x" && cat "$TMPDIR/x"; [ "$HOME" = "$TMPDIR" ] && echo home')).toBe(
      "x\nhome\n",
    );
  });

  it("can use state that another user wrote while it was stopped", async () => {
    const spec = workshop.spec(
      `cat "$STATE_DIR/k.json"; echo 2 >"$STATE_DIR/k.json" && cat "$STATE_DIR/k.json"`,
    );
    mkdirSync(spec.stateDir, { recursive: true });
    writeFileSync(join(spec.stateDir, "k.json"), "1\n", { mode: 0o600 });
    const launch = await workshop.executor.launch(spec);
    await launch.ended;
    expect(textOf(launch.files.stdout) + textOf(launch.files.stderr)).toBe("1\n2\n");
  });

  it("is limited by the kernel or the executor if it is a fork bomb, and leaves no processes", async () => {
    const spec = workshop.spec("b() { b | b & }; b; while :; do sleep 1; done", {
      limits: { memoryBytes: 256 << 20, processes: 50, cpus: 1, openFiles: 64 },
    });
    const launch = await workshop.executor.launch(spec);
    const watched = launch.ended.then(({ limit }) => limit);
    const refused = until("the kernel to refuse a process", () => /fork/i.test(textOf(launch.files.stderr)));
    expect(await Promise.race([watched, refused])).toBeTruthy();
    await launch.kill();
    expect(processesNamed(isolation === "bubblewrap" ? spec.dir : spec.codeDir)).toEqual([]);
  });
});

describe("a file that a bot wrote", () => {
  it("is read only if it is a regular file within the size limit", async () => {
    const workshop = await openWorkshop("none");
    const at = (name: string) => join(workshop.root, name);
    writeFileSync(at("plain"), "12345");
    symlinkSync("/etc/passwd", at("link"));
    mkdirSync(at("folder"));
    const spec = workshop.spec(`mkfifo "$STATE_DIR/pipe"`);
    await (await workshop.executor.launch(spec)).ended;
    expect(readBotFile(at("plain"), 5)).toEqual({ kind: "bytes", bytes: Buffer.from("12345") });
    expect(readBotFile(at("plain"), 4)).toEqual({ kind: "too_large", bytes: 5 });
    expect(readBotFile(at("link"), 1_000_000)).toEqual({ kind: "not_a_file" });
    expect(readBotFile(at("folder"), 5)).toEqual({ kind: "not_a_file" });
    expect(readBotFile(join(spec.stateDir, "pipe"), 5)).toEqual({ kind: "not_a_file" });
    expect(readBotFile(at("none"), 5)).toEqual({ kind: "absent" });
    await workshop.close();
  });
});
