import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Interpreter, runtimes } from "@botyard/manifest";
import { createProcessExecutor } from "@botyard/runtime/process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, type World } from "../engine/world.ts";

/** Reports which Python runs it, and which one compiled the module that it brings. */
const program = `import os, sys, time
import brought
path = os.environ["STATE_DIR"] + "/report"
with open(path + ".new", "w") as file:
    file.write("%d.%d %s" % (*sys.version_info[:2], brought.__cached__ is not None and os.path.exists(brought.__cached__)))
os.rename(path + ".new", path)
time.sleep(1000)
`;

let world: World;
let found: Interpreter[];
beforeEach(async () => {
  const executor = async (dir: string) => {
    const created = await createProcessExecutor({ dir: join(dir, "executor") });
    found = (await created.target(runtimes)).interpreters;
    return created;
  };
  world = await openWorld({ executor });
});
afterEach(() => world.close());

const minorOf = ({ version }: Interpreter) => version.split(".").slice(0, 2).join(".");

/** A package with a module that is compiled for this interface of Python, and is never loaded. */
async function bot(runtime: string, abi?: string): Promise<string> {
  const files = {
    "main.py": program,
    "vendor/brought.py": "",
    ...(abi && { [`vendor/fast/_core.cpython-${abi.replace("cp", "")}-x86_64-linux-gnu.so`]: "" }),
  };
  await world.addPackage({ runtime, files, entrypoints: { bot: "main.py" } });
  return (await world.addBot({ custom_bot: "probe" })).bot_id;
}

const reported = (id: string) =>
  world.until("the bot's report", () => {
    const path = join(world.dataDir, "bots", id, "state", "report");
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  });

it.each(["python311", "python312", "python313", "python314", "python3"])(
  "a bot of %s runs on it, with bytecode of the same version",
  async (id) => {
    const interpreter = found.find(({ runtime }) => runtime === id);
    if (interpreter) return expect(await reported(await bot(id))).toBe(`${minorOf(interpreter)} True`);
    const { detail } = await world.status(await bot(id), "failed", "start_error");
    expect(detail).toMatch(/^Python 3\.\d+ requires .+ and older than 3\.\d+, which was not found/);
  },
);

it.each(["python311", "python3"])(
  "a bot of %s with modules for a Python that is missing does not start",
  async (id) => {
    const { detail } = await world.status(await bot(id, "cp399"), "failed", "start_error");
    expect(detail).toContain("The bot's dependencies are compiled for CPython 3.99, which was not found");
  },
);

it("a bot of python3 with modules for an older Python runs on that one", async ({ skip }) => {
  const versions = found.filter(({ runtime }) => /^python3\d/.test(runtime));
  const newest = found.find(({ runtime }) => runtime === "python3")!;
  const older = versions.find(({ version }) => version !== newest.version);
  if (!older) return skip(`This machine has only Python ${newest.version}.`);
  expect(await reported(await bot("python3", older.abi))).toBe(`${minorOf(older)} True`);
});
