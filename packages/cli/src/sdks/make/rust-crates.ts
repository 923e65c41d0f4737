import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type PackEntry, packFiles } from "@botyard/manifest";
import { filesBelow } from "./sources.ts";

/** The folder of each crate in the workspace, by the crate's name. */
const crates = { botyard: "botyard", "botyard-core": "core" };

/**
 * Packs the sources of the Rust SDK's crates, without cargo, so that a machine without Rust can build the command. Each
 * crate is a folder that a project can name by path; `Cargo.lock` has the versions that the SDK is tested with.
 */
export async function buildCrates(root: string, folder: string): Promise<{ name: string; path: string }> {
  const sdk = join(root, "sdks", "rust");
  const workspace = readWorkspace(await readFile(join(sdk, "Cargo.toml"), "utf8"));
  const entries: PackEntry[] = [
    { path: "package/Cargo.lock", content: await readFile(join(sdk, "Cargo.lock")) },
  ];
  for (const [crate, place] of Object.entries(crates)) {
    const add = (path: string, content: Buffer) =>
      entries.push({ path: `package/${crate}/${path}`, content });
    const manifest = await readFile(join(sdk, place, "Cargo.toml"), "utf8");
    add("Cargo.toml", Buffer.from(standalone(manifest, workspace)));
    add("LICENSE", await readFile(join(root, "LICENSE")));
    const sources = (path: string) => path.startsWith("src/") || path === "README.md";
    for (const path of await filesBelow(join(sdk, place), sources))
      add(path, await readFile(join(sdk, place, path)));
  }
  const name = `botyard-rust-${workspace.get("package.version")!.replaceAll('"', "")}.tgz`;
  const path = join(folder, name);
  await packFiles(entries, path);
  return { name, path };
}

/** Returns the values that the crates inherit, such as `package.version` and `dependencies.serde`. */
function readWorkspace(text: string): Map<string, string> {
  const values = new Map<string, string>();
  let section = "";
  for (const line of text.split("\n")) {
    section = /^\[(?:workspace\.)?([\w.-]+)\]/.exec(line)?.[1] ?? section;
    const [, key, value] = /^([\w-]+) = (.+)$/.exec(line) ?? [];
    if (key !== undefined) values.set(`${section}.${key}`, value!);
  }
  return values;
}

/**
 * Returns a crate's manifest with the values that it inherits from the workspace, as `cargo package` writes it. Lints are
 * left out: cargo would apply them in the author's project.
 */
function standalone(manifest: string, workspace: ReadonlyMap<string, string>): string {
  let section = "";
  const lines = manifest.replace(/\n+\[lints\]\nworkspace = true\n/, "\n").split("\n");
  return lines
    .map((line) => {
      section = /^\[([\w.-]+)\]/.exec(line)?.[1] ?? section;
      const inherited = /^([\w-]+)\.workspace = true$/.exec(line)?.[1];
      if (inherited === undefined) return line;
      const value = workspace.get(`${section}.${inherited}`);
      if (value === undefined)
        throw new Error(`The workspace of the Rust SDK has no ${section}.${inherited}.`);
      return `${inherited} = ${value.replace('path = "core"', 'path = "../botyard-core"')}`;
    })
    .join("\n");
}
