import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { root } from "../../src/root.ts";
import { run } from "../../src/run/command.ts";

const source = join(root, "packages/repo/src/run");
/** The folder of the planted tests, and that of the gate's reports. */
export let home: string;
export let reports: string;

/** Gives each test of a file a folder of its own. */
export function inAFolder(): void {
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "gate-"));
    reports = join(home, "reports");
    symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
    put("vitest.config.mjs", 'export default { test: { name: "planted", include: ["*.test.mjs"] } };');
  });
  afterEach(() => rmSync(home, { recursive: true }));
}

export const put = (name: string, text: string) => writeFileSync(join(home, name), text);

/** Runs a gate with these parts, given as code, in a separate process. */
export async function gate(parts: string, options = "") {
  put(
    "gate.mjs",
    `import { gate } from "${source}/gate.ts";
     import { run as command } from "${source}/command.ts";
     import { checked } from "${source}/outcome.ts";
     import { pytest } from "${source}/pytest.ts";
     import { vitest } from "${source}/vitest.ts";
     const at = { reports: "${reports}", cwd: "${home}" };
     const options = { mayInstall: false, unattended: true, reports: at.reports, ${options} };
     process.exitCode = await gate([${parts}], options);`,
  );
  const env = Object.fromEntries(
    Object.keys(process.env).flatMap((key) => (/VITEST/.test(key) ? [[key, undefined]] : [])),
  );
  const { code, output } = await run(process.execPath, ["gate.mjs"], { cwd: home, env, quiet: true });
  const [above, closing] = output.trimEnd().split("\n").slice(-2);
  return { code, output, above, closing };
}

export const vitestPart = `{ name: "planted", needs: [], run: () => vitest({ ...at, name: "planted" }) }`;
/** Fails the given number of times and prints the number of the run; it counts runs with files. */
export const failing = `
import { existsSync, writeFileSync } from "node:fs";
export function failFirst(times, name) {
  let n = 1;
  while (existsSync(name + n)) n++;
  writeFileSync(name + n, "");
  console.log("this is run " + n);
  if (n <= times) throw new Error("planted failure " + n);
}
`;
