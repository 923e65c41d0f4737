import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs a program that knows `loaded`, the addresses of all modules loaded so far, and returns what it prints. */
function run(program: string): string {
  const hooks = `import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", hooks + program], {
    cwd: join(import.meta.dirname, "..", ".."),
    encoding: "utf8",
  });
}

const ofExecutor = "loaded.filter((url) => url.includes('/executors/process/')).length";

test("an executor is loaded when it is chosen", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "botyard-executors-"));
  const program = `const { executors } = await import("./src/settings/executors.ts");
    await import("./src/index.ts");
    console.log(${ofExecutor});
    await executors.process({ dataDir: ${JSON.stringify(dataDir)}, isolation: "none" }).catch(() => {});
    console.log(${ofExecutor} > 10);`;
  expect(run(program)).toBe("0\ntrue\n");
  rmSync(dataDir, { recursive: true });
});
