import { join, relative } from "node:path";
import { buildPackages, packArchives } from "./build/build.ts";
import { compiledCores } from "./build/compiled-cores.ts";
import { root } from "./root.ts";
import { pythonTools } from "./run/python-tools.ts";

// Builds everything that is published and packs it into `dist` of the root.
const began = Date.now();
const done = (what: string): void =>
  console.log(`built ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
try {
  const packages = await buildPackages();
  const folder = join(root, "dist");
  for (const file of await packArchives(packages, await pythonTools(), folder))
    done(relative(root, join(folder, file)));
  for (const { name, whyNot, build, pack } of compiledCores) {
    const reason = await whyNot();
    if (reason !== undefined) {
      console.log(`not built: ${name}: ${reason}`);
      continue;
    }
    await build();
    for (const file of await pack(folder)) done(relative(root, join(folder, file)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
