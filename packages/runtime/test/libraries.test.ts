import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runtimes } from "@botyard/manifest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LaunchSpec } from "../src/index.ts";
import { node, offeredIsolations, openWorkshop, textOf, type Workshop } from "./workshop.ts";

const python = { runtime: runtimes.python311! };

describe.each(await offeredIsolations())("a library of a bot in isolation %s", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
  });
  afterAll(() => workshop.close());

  /** Runs a program to its end and returns the lines of its output on both streams. */
  async function say(program: string, changes?: Partial<LaunchSpec>): Promise<string[]> {
    const launch = await workshop.start(program, changes);
    await launch.ended;
    return (textOf(launch.files.stdout) + textOf(launch.files.stderr)).trim().split("\n");
  }

  it("finds the packages that the bot brings, and none of the machine, also in child processes", async () => {
    const spec = workshop.spec(
      `import multiprocessing, subprocess, sys
look = "import sys; print([p for p in sys.path if p.endswith('-packages')]); import brought; print(brought.here)"
def main():
    exec(look)
    for command in ([sys.executable], ["python3"], ["python"]):
        subprocess.run([*command, "-c", look])
    subprocess.run([sys.executable, "-m", "brought"])
    child = multiprocessing.get_context("spawn").Process(target=exec, args=(look,))
    child.start()
    child.join()
    exit(7)
if __name__ == "__main__":
    main()
`,
      python,
    );
    mkdirSync(join(spec.codeDir, "vendor"));
    writeFileSync(
      join(spec.codeDir, "vendor", "brought.py"),
      'here = "brought"\nif __name__ == "__main__": print("as a program")\n',
    );
    const launch = await workshop.executor.launch(spec);
    const { code } = await launch.ended;
    const look = ["[]", "brought"];
    expect(textOf(launch.files.stderr)).toBe("");
    expect(textOf(launch.files.stdout).trim().split("\n")).toEqual(
      [look, look, look, look, "as a program", look].flat(),
    );
    expect(code).toBe(7);
  });

  it("learns the name and the home of its user from Python", async () => {
    const said = await say(
      `import getpass, os, pwd
entry = pwd.getpwuid(os.getuid())
print(entry.pw_name == getpass.getuser() == os.environ["USER"] == os.environ["LOGNAME"])
print(os.access(entry.pw_dir, os.W_OK), os.path.expanduser("~") == os.environ["HOME"])`,
      python,
    );
    expect(said).toEqual(["True", "True True"]);
  });

  it("learns the name of its user from Node, in a query too", async () => {
    const program =
      'import { userInfo } from "node:os"; console.log(userInfo().username === process.env.USER)';
    for (const kind of ["bot", "query-server"] as const)
      expect(await say(program, { runtime: node, kind })).toEqual(["true"]);
  });

  it.runIf(isolation === "bubblewrap")("can resolve the name of its host", async () => {
    const said = await say("import socket; print(socket.gethostbyname(socket.gethostname()))", python);
    expect(said).toEqual(["127.0.0.1"]);
  });

  it.runIf(existsSync("/etc/fonts"))("finds the settings of the machine's fonts", async () => {
    expect((await say("ls /etc/fonts")).sort()).toEqual(readdirSync("/etc/fonts").sort());
  });

  it("is told a folder for numba's cache, which is not that of the code", async () => {
    const said = await say(
      'import os; print(os.environ["NUMBA_CACHE_DIR"] == os.environ["XDG_CACHE_HOME"] + "/numba")',
      python,
    );
    expect(said).toEqual(["True"]);
  });

  it("keeps its cache between launches, but does not share it with queries", async () => {
    const folders = { stateDir: join(workshop.root, "state", "kept"), botId: `bot_kept_${isolation}` };
    const program = 'ls "$XDG_CACHE_HOME"; echo x >"$XDG_CACHE_HOME/fonts"';
    const cacheDir = join(workshop.root, "state", "cache");
    expect(await say(program, { ...folders, cacheDir })).toEqual([""]);
    expect(await say(program, { ...folders, cacheDir })).toEqual(["fonts"]);
    const own = { kind: "query-server", cacheDir: join(workshop.root, "state", "query-cache") } as const;
    expect(await say(program, { ...folders, ...own })).toEqual([""]);
    expect(await say(program, { ...folders, ...own })).toEqual(["fonts"]);
  });

  it("has a cache also where none is kept", async () => {
    expect(await say('mkdir -p "$XDG_CACHE_HOME" && echo x >"$XDG_CACHE_HOME/x" && echo kept')).toEqual([
      "kept",
    ]);
  });

  it("gets an empty cache when it would soon exceed the limit on disk space", async () => {
    const cacheDir = join(workshop.root, "state", "large");
    const limits = { memoryBytes: 256 << 20, processes: 64, cpus: 1, openFiles: 256, diskBytes: 32 << 20 };
    const botId = `bot_large_${isolation}`;
    const program = 'ls "$XDG_CACHE_HOME"; head -c 20000000 /dev/urandom >"$XDG_CACHE_HOME/model"';
    expect(await say(program, { cacheDir, botId, limits })).toEqual([""]);
    expect(await say(program, { cacheDir, botId, limits })).toEqual([""]);
  });

  it("has a cache that counts as disk space", async () => {
    const cacheDir = join(workshop.root, "state", "too-large");
    const limits = { memoryBytes: 256 << 20, processes: 64, cpus: 1, openFiles: 256, diskBytes: 32 << 20 };
    const launch = await workshop.start(
      'head -c 50000000 /dev/urandom >"$XDG_CACHE_HOME/model"; sleep 1000',
      {
        ...{ cacheDir, limits },
      },
    );
    expect(await launch.ended).toMatchObject({ limit: { name: "disk" } });
  });
});
