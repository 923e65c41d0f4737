import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { buildPackages, packArchives } from "./build/build.ts";
import { compiledCores } from "./build/compiled-cores.ts";
import { packDebian, whyNoDebian } from "./build/debian.ts";
import { packImage, whyNoImage } from "./build/image.ts";
import { root } from "./root.ts";
import { pythonTools } from "./run/python-tools.ts";

// Builds everything that is published and packs it into `dist` of the root; with --image also the container image.
const { values } = parseArgs({ options: { image: { type: "boolean", default: false } } });
const began = Date.now();
const done = (what: string): void =>
  console.log(`built ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
try {
  const packages = await buildPackages();
  const folder = join(root, "dist");
  for (const file of await packArchives(packages, await pythonTools(), folder))
    done(relative(root, join(folder, file)));
  const whyNot = await whyNoDebian();
  if (whyNot !== undefined) console.log(`not built: the Debian package: ${whyNot}`);
  else {
    const deb = await packDebian(folder, folder);
    done(relative(root, join(folder, deb)));
    if (values.image) {
      const obstacle = whyNoImage();
      if (obstacle !== undefined) throw new Error(`The image cannot be built: ${obstacle}.`);
      done(relative(root, join(folder, await packImage(join(folder, deb), folder))));
    }
  }
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
