import { join } from "node:path";
import { test } from "vitest";
import { compiledLanguages } from "../../../packages/repo/src/drive/compiled.ts";

const { whyNot, test: runTests } = compiledLanguages.find(({ name }) => name === "cpp")!;
const bot = join(import.meta.dirname, "..");

test("the bot in C++ is compared with the others, and its own tests pass", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(whyNot !== undefined, whyNot);
  await runTests!(bot);
});
