import { posix } from "node:path";

interface Bin {
  name?: string;
  path?: string;
}

/**
 * Returns the names of the binaries that a `Cargo.toml` in `folder` builds, as far as they can be told from it and from
 * `files`, the paths of the package. A package without its sources may build programs of `src/bin` that only a `[[bin]]`
 * section can tell.
 */
export function cargoNames(text: string, folder: string, files: Iterable<string>): string[] {
  const { name, autobins, bins } = readCargo(text);
  const claimed = new Set(bins.map(({ path }) => path && posix.normalize(path)));
  const names = bins.flatMap((bin) => bin.name ?? []);
  const sources = [...files]
    .filter((file) => folder === "." || file.startsWith(`${folder}/`))
    .map((file) => (folder === "." ? file : file.slice(folder.length + 1)))
    .filter((file) => file.startsWith("src/"));
  const main = "src/main.rs";
  if (!autobins || claimed.has(main)) return names;
  if (name !== undefined && (sources.length === 0 || sources.includes(main))) names.push(name);
  for (const file of sources.filter((source) => !claimed.has(source))) {
    const program = /^src\/bin\/([^/]+)(?:\.rs|\/main\.rs)$/.exec(file)?.[1];
    if (program !== undefined) names.push(program);
  }
  return names;
}

/** Reads the keys that decide the names, written one to a line as cargo writes them. */
function readCargo(text: string): { name?: string; autobins: boolean; bins: Bin[] } {
  const read: { name?: string; autobins: boolean; bins: Bin[] } = { autobins: true, bins: [] };
  let section = "";
  for (const line of text.split("\n")) {
    const header = /^\s*(\[\[?\s*[\w.-]+\s*\]\]?)/.exec(line)?.[1]?.replace(/\s/g, "");
    if (header !== undefined) section = header;
    if (header === "[[bin]]") read.bins.push({});
    const [, key, value] = /^\s*(name|path|autobins)\s*=\s*("[^"]*"|'[^']*'|true|false)/.exec(line) ?? [];
    if (key === undefined) continue;
    const plain = value!.replace(/^["']|["']$/g, "");
    if (section === "[package]" && key === "name") read.name = plain;
    if (section === "[package]" && key === "autobins") read.autobins = plain === "true";
    if (section === "[[bin]]" && key !== "autobins") read.bins.at(-1)![key as keyof Bin] = plain;
  }
  return read;
}
