import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bin, root } from "../../root.ts";
import { run } from "../../run/command.ts";

/** What starts the border and talks to it. */
export type Platform = typeof import("@botyard/border/platform");

/** Builds the border as it is published, and loads it. The packages that it depends on are those of the workspace. */
export async function publishedPlatform(folder: string): Promise<Platform> {
  const source = join(root, "packages/border");
  const dist = join(folder, "dist");
  const built = await run(bin("tsup"), ["--out-dir", dist], { cwd: source, quiet: true });
  if (built.code !== 0) throw new Error(`The border cannot be built:\n${built.output}`);
  symlinkSync(join(source, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), readFileSync(join(source, "package.json")));
  return import(pathToFileURL(join(dist, "platform.js")).href);
}
