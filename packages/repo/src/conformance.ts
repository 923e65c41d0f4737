import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.ts";
import { findPython } from "./run/toolchains.ts";

// `npm run conformance -- …`: botyard-conformance from its sources, with the Python that the project uses.
const python = process.env.PYTHON ?? (await findPython());
const main = join(root, "conformance", "src", "main.ts");
const child = spawn(process.execPath, [main, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? root,
  stdio: "inherit",
  env: { ...process.env, ...(python === undefined ? {} : { PYTHON: python }) },
});
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => child.kill(name));
child.on("close", (code) => process.exit(code ?? 1));
