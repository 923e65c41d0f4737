import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Compiler, Executor, IsolationLevel } from "@botyard/runtime";
import { createProcessExecutor } from "@botyard/runtime/process";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { openWorld, type World } from "../engine/world.ts";

/** Imports a vendored module, and reports which files had to be compiled for that. */
const program = `import json, os, sys, time
compiled = []
sys.addaudithook(lambda event, args: compiled.append(args[1]) if event == "compile" else None)
import brought.answers
path = os.environ["STATE_DIR"] + "/report"
with open(path + ".new", "w") as file:
    json.dump({"pid": os.getpid(), "at": time.time_ns(), "value": brought.answers.value, "compiled": compiled}, file)
os.rename(path + ".new", path)
time.sleep(1000)
`;
const files = {
  "main.py": program,
  "vendor/brought/__init__.py": "",
  "vendor/brought/answers.py": 'value = "from the source"\n',
  "vendor/brought/python2.py": 'print "hello"\n',
};

interface Report {
  at: number;
  value: string;
  compiled: string[];
}

async function offered(): Promise<IsolationLevel[]> {
  const found: IsolationLevel[] = [];
  for (const isolation of ["bubblewrap", "user", "none"] as const) {
    const world = await openWorld({
      executor: (dir) => createProcessExecutor({ dir: join(dir, "executor"), isolation }),
    });
    const report = world.engine.isolation();
    await world.close();
    if (report.isolation === isolation) found.push(isolation);
    else test(`bytecode in isolation ${isolation}`, ({ skip }) => skip(report.reasons.join(" ")));
  }
  return found;
}

describe.each(await offered())("the code of a Python bot in isolation %s", (isolation) => {
  let world: World;
  let code: string;
  let id: string;
  let form: string | undefined;
  beforeEach(async () => {
    form = undefined;
    world = await openWorld({ executor });
    const entrypoints = { bot: "main.py" };
    const sha256 = await world.addPackage({ runtime: "python311", files, entrypoints });
    code = join(world.dataDir, "code", sha256);
    id = (await world.addBot({ custom_bot: "probe" })).bot_id;
  });
  afterEach(() => world.close());

  async function executor(dir: string): Promise<Executor> {
    const real = await createProcessExecutor({ dir: join(dir, "executor"), isolation });
    const compilerOf = async (...[runtime]: Parameters<NonNullable<Executor["compilerOf"]>>) => {
      const compiler = (await real.compilerOf?.(runtime)) as Compiler;
      return form === undefined ? compiler : { ...compiler, form };
    };
    return { ...real, compilerOf };
  }

  const report = () => {
    const path = join(world.dataDir, "bots", id, "state", "report");
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : undefined;
  };
  const started = (after = 0) =>
    world.until("the bot's report", () => {
      const found = report();
      return found && found.at > after ? found : undefined;
    });
  async function startAgain(): Promise<Report> {
    const { at } = await started();
    await world.ask(id, { restart: true });
    return started(at);
  }
  const cached = () => {
    const folder = join(code, "vendor", "brought", "__pycache__");
    return readdirSync(folder).map((name) => join(folder, name));
  };
  const answers = () => cached().find((path) => path.includes("answers"))!;
  const changed = () => statSync(answers()).ctimeMs;
  function tamper(path: string): void {
    const bytes = readFileSync(path);
    chmodSync(path, 0o644);
    writeFileSync(
      path,
      Buffer.from(bytes.toString("latin1").replace("from the source", "from elsewhere!"), "latin1"),
    );
    chmodSync(path, 0o444);
  }

  const intact = { value: "from the source", compiled: [] };

  it("is compiled before its first start, except what cannot be compiled", async () => {
    expect(await started()).toMatchObject(intact);
    expect(cached()).toHaveLength(2);
    const paths = [...cached(), join(answers(), ".."), join(code, "vendor")];
    for (const path of paths) expect(statSync(path).mode & 0o222, path).toBe(0);
  });

  it("is not compiled again when the bot or the platform starts again", async () => {
    await started();
    const before = changed();
    expect(await startAgain()).toMatchObject(intact);
    await world.restart({ stopBots: true });
    expect(await startAgain()).toMatchObject(intact);
    expect(changed()).toBe(before);
  });

  it("never runs bytecode that was changed", async () => {
    await started();
    tamper(answers());
    expect(await startAgain()).toMatchObject(intact);
    await world.restart({ stopBots: true, meanwhile: async () => tamper(answers()) });
    expect(await startAgain()).toMatchObject(intact);
  });

  it("never runs bytecode that was unpacked by an earlier version of the platform", async () => {
    await started();
    const meanwhile = async () => {
      tamper(answers());
      rmSync(`${code}.bytecode`);
    };
    await world.restart({ stopBots: true, meanwhile });
    expect(await startAgain()).toMatchObject(intact);
  });

  it("is compiled again for another interpreter", async () => {
    await started();
    const before = changed();
    form = "another form";
    expect(await startAgain()).toMatchObject(intact);
    expect(changed()).not.toBe(before);
  });

  it("is compiled after an interrupted compilation, of which nothing is left", async () => {
    const other = await world.addPackage({
      ...{ name: "other", runtime: "python311", entrypoints: { bot: "main.py" } },
      files: {
        ...files,
        "more.py": Array.from({ length: 200_000 }, (_, n) => `x${n} = ${n * n}\n`).join(""),
      },
    });
    const { bot_id } = await world.addBot({ custom_bot: "other" });
    await world.until(
      "a compilation",
      () =>
        readdirSync(join(world.dataDir, "code")).some((name) => name.startsWith(`${other}.partial-`)) ||
        undefined,
    );
    await world.restart({ stopBots: true });
    await world.status(bot_id, "running");
    await world.until(
      "bytecode",
      () => existsSync(join(world.dataDir, "code", `${other}.bytecode`)) || undefined,
    );
    await world.until(
      "no folder in progress",
      () =>
        readdirSync(join(world.dataDir, "code")).every((name) => !name.includes(".partial-")) || undefined,
    );
  });
});
