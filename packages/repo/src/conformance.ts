import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";
import { findPython } from "./run/toolchains.ts";

// Runs botyard-conformance from its sources, with the Python that the project uses.
const python = process.env.PYTHON ?? (await findPython());
const main = join(root, "conformance", "src", "main.ts");
const child = spawn(process.execPath, [main, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? root,
  stdio: "inherit",
  env: { ...process.env, ...(python === undefined ? {} : { PYTHON: python }) },
});
// A terminal sends Ctrl-C to the whole process group, so the suite receives it directly.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("close", (code) => process.exit(code ?? 1));
