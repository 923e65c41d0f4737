import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { whyNotBuilt } from "../../../packages/repo/src/run/languages.ts";

const whyNot = await whyNotBuilt("haskell");

test("the bot in Haskell is compared with the others, and its own tests pass", { timeout: 900_000 }, async ({
  skip,
}) => {
  skip(whyNot !== undefined, whyNot);
  const args = ["--config-file=/dev/null", "run", "-v1", "crossover-haskell:test:spec"];
  await promisify(execFile)("cabal", args, { cwd: join(import.meta.dirname, "..") });
});
