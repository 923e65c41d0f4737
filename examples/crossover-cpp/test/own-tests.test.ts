import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";
import { compiledLanguages } from "../../../packages/repo/src/drive/compiled.ts";

const { whyNot, build } = compiledLanguages.find(({ name }) => name === "cpp")!;
const bot = join(import.meta.dirname, "..");

test("the bot in C++ is compared with the others, and its own tests pass", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(whyNot !== undefined, whyNot);
  execFileSync("cmake", ["-B", "build", "-DCROSSOVER_TESTS=ON"], { cwd: bot, stdio: "pipe" });
  await build(bot);
  execFileSync(join(bot, "build", "crossover-tests"), { stdio: "pipe" });
});
