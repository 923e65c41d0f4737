import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";

const run = promisify(execFile);
/** An implementation of the protocol that shares no code with the library that the platform uses. */
const wanted = "mcp==2.3.0";
const root = join(import.meta.dirname, "../../../..");
const home = join(root, ".botyard", "mcp-client");
const python = join(home, "bin", "python");

let at: TestPlatform;
let botId: string;
let missing: string | undefined;
beforeAll(async () => {
  missing = await install().then(
    () => undefined,
    (error: Error) => error.message.slice(0, 500),
  );
  at = await openPlatform();
  botId = await at.admin.bot("watched");
});
afterAll(() => at.close());

/** Installs the client into an environment of its own, once. */
async function install(): Promise<void> {
  const stamp = join(home, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(root, ".botyard"), { recursive: true });
  await run(process.env.PLATFORM_PYTHON ?? "python3", ["-m", "venv", home]);
  await run(join(home, "bin", "pip"), ["install", "--quiet", wanted]);
  writeFileSync(stamp, wanted);
}

const client = async (key: string, mode: string) => {
  const program = join(import.meta.dirname, "python-client.py");
  const { stdout } = await run(python, [program, `${at.platform.url}/mcp`, key, mode, botId]);
  return JSON.parse(stdout);
};

for (const mode of ["legacy", "auto", "2026-07-28"]) {
  test(`the Python client lists and calls the tools: ${mode}`, async (context) => {
    if (missing) context.skip(`${wanted} cannot be installed: ${missing}`);
    const found = await client(at.admin.key, mode);
    expect(found).toMatchObject({
      found: { bot_id: botId, name: "watched" },
      same: true,
      unknown: [true, "Bot not found"],
    });
    expect(found.tools).toHaveLength(11);
  });

  test(`the Python client says why a key is refused: ${mode}`, async (context) => {
    if (missing) context.skip(`${wanted} cannot be installed: ${missing}`);
    const [none, wrong] = await Promise.all([client("", mode), client("wrong", mode)]);
    expect(none.errors.join()).toContain("Authentication required");
    expect(wrong.errors.join()).toContain("API key is invalid");
  });
}
