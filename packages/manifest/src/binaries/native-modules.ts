import { entryBytes, type PackEntry, readEntry } from "../files/pack-entry.ts";
import { showPath } from "../files/path-rules.ts";
import type { Problem } from "../problems/problem.ts";
import { type Fit, look, type NativeFile, wrongPlatform } from "./native-file.ts";

/** Larger files are not read to learn which dependencies are optional. */
const packageJsonBytes = 256 * 1024;
const packageJsonsAtMost = 5_000;

/** A folder of `node_modules`, such as `node_modules/@scope/name`. */
const moduleFolder = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/@]+)\/(.+)$/;
/** Words of the names of packages that contain the files for one platform. */
const platformWords =
  /[-_.](?:linux|darwin|win32|windows|macos|freebsd|android|openharmony|x64|x86_64|amd64|arm64|aarch64|arm|armv7|armhf|ia32|riscv64|ppc64|s390x|loong64|glibc|gnu|gnueabihf|eabi|musl|musleabihf|linuxmusl|msvc|universal)(?=[-_.]|$)/g;

/**
 * Checks native modules below `node_modules/`. Of the variants of one module, which may be files of one package or
 * packages for one platform each, one must fit.
 */
export async function checkNodeModules(entries: readonly PackEntry[], fit: Fit): Promise<Problem[]> {
  const variants = new Map<string, NativeFile[]>();
  const toCompile = new Map<string, string>();
  for (const entry of entries) {
    const [, folder, rest = ""] = moduleFolder.exec(entry.path) ?? [];
    if (folder === undefined) continue;
    if (rest === "binding.gyp") toCompile.set(folder, familyOf(folder));
    if (!rest.endsWith(".node")) continue;
    const family = familyOf(folder);
    variants.set(family, [...(variants.get(family) ?? []), await look(entry, fit)]);
  }
  const optional = toCompile.size > 0 || variants.size > 0 ? await optionalNames(entries) : new Set();
  const problems: Problem[] = [];
  for (const [folder, family] of toCompile)
    if (!variants.has(family) && !optional.has(nameOf(folder))) problems.push(notCompiled(folder));
  for (const files of variants.values()) {
    const [, folder = ""] = moduleFolder.exec(files[0]!.path) ?? [];
    if (files.some(({ fault }) => fault === undefined) || isOptional(folder, optional)) continue;
    problems.push(wrongPlatform(files, fit));
  }
  return problems;
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

function familyOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1).replaceAll(platformWords, "");
}

/** A package for one platform is always optional, though one of its kind is needed. */
function isOptional(folder: string, optional: ReadonlySet<unknown>): boolean {
  const name = nameOf(folder);
  return name.replaceAll(platformWords, "") === name && optional.has(name);
}

async function optionalNames(entries: readonly PackEntry[]): Promise<Set<string>> {
  const files = entries.filter(
    (entry) => /(^|\/)package\.json$/.test(entry.path) && entryBytes(entry) <= packageJsonBytes,
  );
  const names = new Set<string>();
  for (const entry of files.slice(0, packageJsonsAtMost)) {
    try {
      const { optionalDependencies } = JSON.parse((await readEntry(entry)).toString("utf8"));
      for (const name of Object.keys(Object(optionalDependencies))) names.add(name);
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    }
  }
  return names;
}

function notCompiled(folder: string): Problem {
  return nativeModule(nameOf(folder), `${folder}/binding.gyp`, `${showPath(folder)} has no compiled file.`);
}

/** The problem of a native module that an install script would compile or download. */
export function nativeModule(name: string, file: string, why: string): Problem {
  return {
    code: "dependency.not_compiled",
    file,
    message: `${name} is a native module that an install script compiles or downloads, and install scripts are not run for packages. ${why}`,
    next: `Use a version or another module whose package contains the compiled file for Linux (prebuilds, or a package for each platform)${name === "better-sqlite3" ? ", such as better-sqlite3 13" : ""}, or one that Node.js includes, such as node:sqlite.`,
    severity: "error",
  };
}
