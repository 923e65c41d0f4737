import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type PackEntry, packFiles } from "@botyard/manifest";
import { filesBelow } from "./files-below.ts";

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

/** Sections that matter only in the clone: cargo would apply the lints in the author's project, and the tests are not packed. */
const ownSections = /^\[(?:lints|dev-dependencies|\[example\]|\[test\]|\[bench\])/;

/** Returns a crate's manifest with the values that it inherits from the workspace, as `cargo package` writes it. */
function standalone(manifest: string, workspace: ReadonlyMap<string, string>): string {
  const kept: string[] = [];
  let section = "";
  let isOwn = false;
  for (const line of manifest.split("\n")) {
    if (line.startsWith("[")) {
      isOwn = ownSections.test(line);
      section = /^\[([\w.-]+)\]/.exec(line)?.[1] ?? "";
    }
    if (isOwn) continue;
    const inherited = /^([\w-]+)\.workspace = true$/.exec(line)?.[1];
    const value = workspace.get(`${section}.${inherited}`);
    const written = value?.replace('path = "core"', 'path = "../botyard-core"');
    kept.push(written === undefined ? line : `${inherited} = ${written}`);
  }
  const left = kept.find((line) => /^[^#]*\bworkspace\b/.test(line));
  if (left !== undefined) throw new Error(`Cannot fill in "${left}" in a Cargo.toml of the Rust SDK.`);
  return `${kept.join("\n").trimEnd()}\n`;
}
