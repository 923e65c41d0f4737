import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeNewBot, packedAs } from "./describe-new-bot.ts";
import { newBot } from "./new-bot.ts";
import { platform, temporary, version } from "./platform.ts";

const cpp = ["--runtime", "gcc13"];
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));

describeNewBot({
  title: "C++",
  name: "cpp",
  unbuilt: "is not in the package. Build it: cmake -B build && cmake --build build --parallel 4.",
  source: "src/query.cpp",
  stale:
    '"build/my-bot-query" was built before "src/query.cpp" was changed. Build it again (cmake --build build).',
  packed: packedAs(
    ["CMakeLists.txt", "README.md", "bot-config.yaml", "bot-schema.json"],
    ["build/my-bot", "build/my-bot-query"],
  ),
  main: "src/bot.cpp",
  metric: '{"count":1,"symbol":"AAPL"}',
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
