import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packSources } from "../../cli/src/sdks/make/source-archives.ts";
import { cmake } from "../src/drive/cmake.ts";
import { root } from "../src/root.ts";
import { whyNotBuilt } from "../src/run/languages.ts";
import { examples, programOf, withoutExample } from "./cpp-examples.ts";

const readme = readFileSync(join(root, "sdks/cpp/README.md"), "utf8");
const snippets = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text!);

const lacking = await whyNotBuilt("cpp");
let home: string;

/** Builds a project with the installed SDK alone: neither the sources of the SDK nor Boost are found. */
async function build(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(home, "project-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await cmake(folder, "-B", "build", `-DCMAKE_PREFIX_PATH=${home}/installed`);
  await cmake(folder, "--build", "build", "--parallel", "2");
  return join(folder, "build");
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "cpp-consumer-"));
  if (lacking !== undefined) return;
  await packSources(root, home);
  const archive = readdirSync(home).find((name) => /^botyard-cpp-.*\.tgz$/.test(name))!;
  execFileSync("tar", ["-xzf", archive], { cwd: home });
  const sdk = join(home, "package", "botyard");
  await cmake(sdk, "-B", "build", `-DCMAKE_INSTALL_PREFIX=${home}/installed`);
  await cmake(sdk, "--build", "build", "--parallel", "2");
  await cmake(sdk, "--install", "build");
}, 900_000);
afterAll(() => rmSync(home, { recursive: true }));

test("the packed C++ SDK is installed, found and used as its README says", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(lacking !== undefined, lacking);
  const [list] = snippets("cmake");
  const [main, query] = snippets("cpp");
  const bot = await build({ "CMakeLists.txt": list!, "my-bot.cpp": main!, "my-bot-query.cpp": query! });

  const env = { BOT_ID: "b", BOT_CONFIG: '{"symbol":"IBM"}', CODE_MOUNT_DIR: home };
  const metric = execFileSync(join(bot, "my-bot"), { env, encoding: "utf8", stdio: "pipe" });
  expect(JSON.parse(metric)).toMatchObject({ _metric: "price", data: { symbol: "IBM", value: 187.5 } });
  const result = () => JSON.parse(readFileSync(join(home, "result.json"), "utf8"));
  expect(result()).toEqual({ status: "success", message: "read one price", data: { runs: 1 } });
  const asked = { ...env, QUERY_PATH: "/runs", QUERY_PARAMS: '{"factor":7}' };
  execFileSync(join(bot, "my-bot-query"), { env: asked });
  expect(result()).toEqual({ status: "ok", data: 7 });
});

test("the programs of its README read types and stop when they are asked to", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(lacking !== undefined, lacking);
  const [list] = snippets("cmake");
  const [, , types, waits, works] = snippets("cpp");
  const bot = await build({
    "CMakeLists.txt": list!.replace("my-bot my-bot-query)", "types waits works)"),
    "types.cpp": types!,
    "waits.cpp": waits!,
    "works.cpp": works!,
  });

  const config = (value: object) => ({
    BOT_ID: "b",
    BOT_CONFIG: JSON.stringify(value),
    CODE_MOUNT_DIR: home,
    STATE_DIR: join(home, "state"),
  });
  execFileSync(join(bot, "types"), { env: config({ symbol: "IBM", expected: "down" }) });
  expect(JSON.parse(readFileSync(join(home, "state", "settings.json"), "utf8"))).toEqual({
    symbol: "IBM",
    expected: "down",
    stop: null,
    shares: 10,
  });
  const refused = spawnSync(join(bot, "types"), { env: config({ symbol: "IBM", expected: "left" }) });
  expect(String(refused.stderr)).toContain('expected must be one of "up", "down", got a string');
  for (const program of ["waits", "works"]) {
    const { status } = spawnSync(join(bot, program), {
      env: config({}),
      timeout: 3_000,
      killSignal: "SIGTERM",
    });
    expect({ program, status }).toEqual({ program, status: 0 });
  }
});

test("the test of its README passes, and fails when a check is wrong", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(lacking !== undefined, lacking);
  const [bot, tests] = snippets("cmake");
  const program = snippets("cpp").at(-1)!;
  const list = `${bot!.slice(0, bot!.indexOf("foreach"))}${tests}`;
  const run = async (text: string) => {
    const folder = await build({ "CMakeLists.txt": list, "my-bot-tests.cpp": text });
    return spawnSync(join(folder, "my-bot-tests"), { encoding: "utf8" });
  };
  expect(await run(program)).toMatchObject({ status: 0, stdout: expect.stringContaining("4 passed") });
  expect(await run(program.replace("size() == 2", "size() == 3"))).toMatchObject({ status: 1 });
});

test("every example in the comments of the C++ headers runs", { timeout: 900_000 }, async ({ skip }) => {
  skip(lacking !== undefined, lacking);
  const [list] = snippets("cmake");
  const program = await build({
    "CMakeLists.txt": list!
      .replace("foreach(program my-bot my-bot-query)", "foreach(program examples)")
      .replace("botyard::botyard", "botyard::testing"),
    "examples.cpp": programOf(examples),
  });
  for (const [n, { place, code }] of examples.entries()) {
    const folder = mkdtempSync(join(home, "run-"));
    const env = { BOT_ID: "b", BOT_CONFIG: '{"symbol":"AAPL"}', CODE_MOUNT_DIR: folder };
    const [, path] = code.includes("query::run();") ? /"(\/\w+)"/.exec(code)! : [];
    const { status, stderr } = spawnSync(join(program, "examples"), [String(n)], {
      env: path === undefined ? env : { ...env, QUERY_PATH: path },
      encoding: "utf8",
    });
    const endsTheRun = /botyard::error(_with_data)?\(/.test(code) && !code.includes("testing::");
    expect({ place, status, stderr }).toEqual({ place, status: endsTheRun ? 1 : 0, stderr });
  }
});

test("every public name of the C++ SDK is used in an example of the headers", () => {
  expect(withoutExample()).toEqual([]);
});
