import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compiledLanguages } from "../../repo/src/drive/compiled.ts";
import { newProject } from "./compiled-project.ts";
import { dryRun, newBot, paths } from "./new-bot.ts";
import { platform, temporary, version } from "./platform.ts";

const language = compiledLanguages.find(({ name }) => name === "cpp")!;
const { whyNot } = language;
const cpp = ["--runtime", "gcc13"];
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));

describe("a new bot in C++", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await newProject(language, "my-bot", "scheduled");
    if (whyNot === undefined) await language.build(cwd);
  }, 300_000);
  afterAll(() => rmSync(dirname(cwd), { recursive: true, force: true }));
  const validate = () => platform(["custom-bot", "validate"], { cwd });

  test("is refused before it is built", async () => {
    const unbuilt = await newBot(...cpp);
    expect((await platform(["custom-bot", "validate"], { cwd: unbuilt })).stderr).toContain(
      "is not in the package. Build it: cmake -B build && cmake --build build --parallel 4.",
    );
  });

  test("is refused when a source is newer than its binary", async ({ skip }) => {
    skip(whyNot !== undefined, whyNot);
    expect(await validate()).toMatchObject({ code: 0, stdout: expect.stringContaining("is valid") });
    const soon = new Date(Date.now() + 60_000);
    const source = join(cwd, "src", "query.cpp");
    utimesSync(source, soon, soon);
    const { code, stderr } = await validate();
    expect({ code, stderr }).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(
        '"build/my-bot-query" was built before "src/query.cpp" was changed. Build it again (cmake --build build).',
      ),
    });
    const before = new Date(Date.now() - 600_000);
    utimesSync(source, before, before);
  });

  test("is packaged as its two binaries, without sources, SDK and other output of CMake", async ({
    skip,
  }) => {
    skip(whyNot !== undefined, whyNot);
    const { document } = await dryRun(cwd);
    const binaries = ["build/my-bot", "build/my-bot-query"];
    expect(paths(document)).toEqual([
      ...["CMakeLists.txt", "README.md", "bot-config.yaml", "bot-schema.json"],
      ...binaries,
    ]);
    expect(document.files.filter(({ executable }) => executable).map(({ path }) => path)).toEqual(binaries);
  });

  test("runs and answers queries with platform dev", async ({ skip }) => {
    skip(whyNot !== undefined, whyNot);
    const dev = (...args: string[]) => platform(["dev", ...args], { cwd });
    const ticked = await dev("--tick", "now");
    expect(ticked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('metric run {"count":1,"symbol":"AAPL"}'),
    });
    expect(JSON.parse((await dev("--query", "/status")).stdout)).toEqual({ symbol: "AAPL", runs: 1 });
  });
});

test("the SDK in a project in C++ is replaced by the one of the command, also a package of CMake", async () => {
  const cwd = await newBot(...cpp);
  const original = readFileSync(join(cwd, "CMakeLists.txt"), "utf8");
  edit(join(cwd, "CMakeLists.txt"), (text) =>
    text.replace("add_subdirectory(sdk/botyard)", "find_package(botyard 0.1 REQUIRED)"),
  );
  rmSync(join(cwd, "sdk"), { recursive: true });
  const upgrade = () => platform(["custom-bot", "upgrade", "--json"], { cwd });
  expect(JSON.parse((await upgrade()).stdout)).toEqual({ version, sdk: "sdk/botyard", changed: true });
  expect(readFileSync(join(cwd, "CMakeLists.txt"), "utf8")).toBe(original);
  const source = join(cwd, "sdk", "botyard", "src", "metric.cpp");
  const { mtimeMs } = statSync(source);
  expect(JSON.parse((await upgrade()).stdout)).toMatchObject({ changed: false });
  expect(statSync(source).mtimeMs).toBe(mtimeMs);
});

test.each(["test", "botyard"])(
  "%s, which CMake refuses as a name, is refused for a bot in C++",
  async (name) => {
    const { code, stderr } = await platform(["custom-bot", "init", name, ...cpp], { cwd: temporary() });
    expect(code).toBe(2);
    expect(stderr).toContain(`next: platform custom-bot init bot-${name} --runtime gcc13`);
  },
);
