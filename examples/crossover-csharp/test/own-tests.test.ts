import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { compiledLanguages } from "../../../packages/repo/src/drive/compiled.ts";
import { locked } from "../../../packages/repo/src/run/locked.ts";

const { whyNot, environment } = compiledLanguages.find(({ name }) => name === "csharp")!;

test("the bot in C# passes its own tests", { timeout: 900_000 }, async ({ skip }) => {
  skip(whyNot !== undefined, whyNot);
  const cwd = join(import.meta.dirname, "..");
  const env = { ...process.env, ...environment };
  await promisify(execFile)(...locked("csharp", "dotnet", "test", "tests"), { cwd, env });
});
