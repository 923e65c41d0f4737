import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packSources } from "../../cli/src/sdks/make/source-archives.ts";
import { cmake } from "../src/drive/cmake.ts";
import { root } from "../src/root.ts";
import { whyNotBuilt } from "../src/run/languages.ts";

const readme = readFileSync(join(root, "sdks/cpp/README.md"), "utf8");
const snippets = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text!);

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "cpp-consumer-"));
});
afterAll(() => rmSync(home, { recursive: true }));

test("the packed C++ SDK is installed, found and used as its README says", { timeout: 900_000 }, async ({
  skip,
}) => {
  const lacking = await whyNotBuilt("cpp");
  skip(lacking !== undefined, lacking);
  await packSources(root, home);
  const archive = readdirSync(home).find((name) => /^botyard-cpp-.*\.tgz$/.test(name))!;
  execFileSync("tar", ["-xzf", archive], { cwd: home });
  const sdk = join(home, "package", "botyard");
  await cmake(sdk, "-B", "build", `-DCMAKE_INSTALL_PREFIX=${home}/installed`);
  await cmake(sdk, "--build", "build", "--parallel", "2");
  await cmake(sdk, "--install", "build");

  const bot = join(home, "bot");
  mkdirSync(bot);
  const [list] = snippets("cmake");
  const [main, query] = snippets("cpp");
  writeFileSync(join(bot, "CMakeLists.txt"), list!);
  writeFileSync(join(bot, "my-bot.cpp"), main!);
  writeFileSync(join(bot, "my-bot-query.cpp"), query!);
  // Only what is installed is found: not the sources of the SDK, and not Boost.
  await cmake(bot, "-B", "build", `-DCMAKE_PREFIX_PATH=${home}/installed`);
  await cmake(bot, "--build", "build", "--parallel", "2");

  const env = { BOT_ID: "b", BOT_CONFIG: '{"symbol":"IBM"}', CODE_MOUNT_DIR: home };
  const metric = execFileSync(join(bot, "build", "my-bot"), { env, encoding: "utf8", stdio: "pipe" });
  expect(JSON.parse(metric)).toMatchObject({ _metric: "price", data: { symbol: "IBM", value: 187.5 } });
  const result = () => JSON.parse(readFileSync(join(home, "result.json"), "utf8"));
  expect(result()).toEqual({ status: "success", message: "read one price", data: { runs: 1 } });
  const asked = { ...env, QUERY_PATH: "/runs", QUERY_PARAMS: '{"factor":7}' };
  execFileSync(join(bot, "build", "my-bot-query"), { env: asked });
  expect(result()).toEqual({ status: "ok", data: 7 });
});
