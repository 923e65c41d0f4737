import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Built, readableBytes } from "./built.ts";

/** Returns the binaries with the sources that cargo (`my-bot.d`) or CMake lists beside them. */
export async function builtBinaries(dir: string, binaries: readonly string[]): Promise<Built[]> {
  const found: Built[] = [];
  for (const path of binaries) {
    const written = await stat(join(dir, path)).catch(() => undefined);
    if (written === undefined) continue;
    const by = { path, writtenAt: written.mtimeMs };
    const cargo = await sourcesIn(join(dir, `${path}.d`), dir);
    found.push({ ...by, sources: cargo, command: "cargo build --release" });
    const cmake = await sourcesOfCMake(join(dir, path));
    found.push({ ...by, sources: cmake, command: `cmake --build ${dirname(path)}` });
  }
  return found;
}

/**
 * Returns the sources in the lists of a target that CMake has built (`CMakeFiles/my-bot.dir/src/main.cpp.o.d`); none if
 * Ninja, which keeps no lists, built it.
 */
async function sourcesOfCMake(binary: string): Promise<string[]> {
  const build = dirname(binary);
  const folder = join(build, "CMakeFiles", `${basename(binary)}.dir`);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const lists = names
    .filter((name) => name.endsWith(".d"))
    .map((name) => sourcesIn(join(folder, name), build));
  return [...new Set((await Promise.all(lists)).flat())].sort();
}

/**
 * Returns the sources in a list such as `/bot/target/release/my-bot: /bot/src/main.rs`; none if it cannot be read. A
 * compiler cache (`ccache` with a base directory) writes paths relative to the folder that it ran in.
 */
async function sourcesIn(list: string, ranIn: string): Promise<string[]> {
  const found = await stat(list).catch(() => undefined);
  if (found === undefined || found.size > readableBytes) return [];
  const line = (await readFile(list, "utf8")).replaceAll("\\\n", " ").split("\n", 1)[0]!;
  const sources = line.slice(line.indexOf(": ") + 2).match(/(?:\\ |\S)+/g) ?? [];
  return sources.map((source) => resolve(ranIn, source.replaceAll("\\ ", " ")));
}
