import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hidden, root } from "../root.ts";
import { succeed } from "../run/command.ts";
import { publishedPackages } from "./packages.ts";

/** Node.js of this machine's architecture: the package that bootstrap.mjs installs. */
export const nodePackage = join(hidden, "tools", "node_modules", `node-linux-${process.arch}`);

/** Folders and files of dependencies that only their own builds or other machines need, by package. */
const unused: Record<string, (name: string) => boolean> = {
  "better-sqlite3": (name) => ["deps", "src", "binding.gyp"].includes(name),
  "better-sqlite3/prebuilds": (name) => name !== `linux-${process.arch}.node`,
};

/**
 * Writes the command as it is published, with its dependencies in the versions of pnpm-lock.yaml, into a folder. It runs with
 * any Node.js of a required version.
 *
 * @param archives folder of the packed archives
 */
export async function writeApplication(archives: string, folder: string): Promise<void> {
  const options = [
    // The lock file is used only with this one.
    "--config.inject-workspace-packages=true",
    "--config.node-linker=hoisted",
    // Not links to files of pnpm's store, whose modes and times may not be changed.
    "--config.package-import-method=copy",
  ];
  const deploy = ["--filter=@botyard/cli", "deploy", "--prod", "--ignore-scripts", "--prefer-offline"];
  const bootstrap = join(root, "packages", "repo", "bootstrap.mjs");
  await succeed(process.execPath, [bootstrap, "pnpm", ...deploy, ...options, folder]);
  const modules = join(folder, "node_modules");
  for (const name of readdirSync(modules))
    if (name.startsWith(".")) rmSync(join(modules, name), { recursive: true });
  rmSync(join(folder, "pnpm-lock.yaml"));
  for (const { name, version } of publishedPackages()) {
    const isCommand = name === "@botyard/cli";
    const place = isCommand ? folder : join(modules, name);
    if (!existsSync(place)) continue;
    // What pnpm has put there refers to the sources.
    for (const entry of readdirSync(place))
      if (entry !== "node_modules") rmSync(join(place, entry), { recursive: true });
    const archive = join(archives, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
    await succeed("tar", ["-xzf", archive, "--strip-components=1", "--no-same-owner", "-C", place]);
  }
  for (const [place, isUnused] of Object.entries(unused))
    for (const name of readdirSync(join(modules, place)))
      if (isUnused(name)) rmSync(join(modules, place, name), { recursive: true });
}
