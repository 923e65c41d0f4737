import { join, relative } from "node:path";
import { buildPackages } from "./build/build.ts";
import { buildPython } from "./build/python.ts";
import { root } from "./root.ts";
import { pythonTools } from "./run/python-tools.ts";

/** Builds everything that is published: `dist` of the npm packages, and the Python SDK's wheel and source archive. */
const began = Date.now();
const done = (what: string): void =>
  console.log(`built ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
try {
  for (const { name, version, folder } of await buildPackages()) done(`${name} ${version} in ${folder}/dist`);
  const folder = join(root, "sdks", "python", "dist");
  for (const file of await buildPython(await pythonTools(), folder)) {
    done(relative(root, join(folder, file)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
