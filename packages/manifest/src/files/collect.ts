import type { Dirent } from "node:fs";
import { lstat, readdir, readFile, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "../problems/problem.ts";
import { dependencyRulesIn, ignoreFile, ignoreRules, markers } from "./ignored.ts";
import { byPath, type PackEntry } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";

export type CollectOptions = {
  /** Paths of files to include even if a rule ignores them, such as those that bot-config.yaml names. */
  always?: readonly string[];
  /** The folder contains vendored files: only caches are ignored, and paths are prefixed with this (`node_modules`). */
  vendoredAs?: string;
};

/** Caches and program links that installers create among dependencies. */
const vendoredJunk = new Set(["__pycache__", ".bin", ".package-lock.json", ".cache", ".DS_Store"]);

/** More than the usual limit of a package, so that the walk of an oversized folder stops early. */
const walkedFiles = 200_000;

/**
 * Returns the files of a folder that belong in its package, in packing order. Applies the built-in ignore rules and
 * `.platformignore`. Entries that are not regular files, and links that point outside the folder, are problems.
 */
export async function collectFiles(
  dir: string,
  options: CollectOptions = {},
): Promise<{ entries: PackEntry[]; problems: Problem[] }> {
  const entries: PackEntry[] = [];
  const problems: Problem[] = [];
  const ignored = options.vendoredAs === undefined ? await authorsRules(dir) : vendoredRules;
  const always = new Set(options.always);
  const root = await realpath(dir);

  const walk = async (folder: string): Promise<void> => {
    const children = await readdir(join(dir, folder), { withFileTypes: true });
    const isMade = !ignored.keeps(`${folder}/`) && children.some(({ name }) => markers.includes(name));
    for (const child of children) {
      const path = folder === "" ? child.name : `${folder}/${child.name}`;
      if (entries.length >= walkedFiles) return;
      if (child.isDirectory()) {
        if ((!isMade && !ignored(`${path}/`)) || leadsToOne(path, always)) await walk(path);
      } else if (
        always.has(path) ||
        (!isMade && !ignored(path) && !ignored(`${path}/`, child.isSymbolicLink()))
      ) {
        await take(child, path);
      }
    }
  };

  const take = async (child: Dirent, path: string): Promise<void> => {
    const from = join(dir, path);
    if (child.isSymbolicLink() && !(await leadsInside(from, root))) {
      problems.push(brokenLink(path, await readlink(from)));
      return;
    }
    const found = child.isSymbolicLink() ? await stat(from) : await lstat(from);
    if (!found.isFile()) {
      problems.push(notAFile(path, found.isDirectory()));
      return;
    }
    const packed = options.vendoredAs === undefined ? path : `${options.vendoredAs}/${path}`;
    entries.push({ path: packed, from, bytes: found.size, executable: (found.mode & 0o100) !== 0 });
  };

  await walk("");
  return { entries: entries.sort(byPath), problems };
}

interface Ignored {
  (path: string, ask?: boolean): boolean;
  /** Whether a folder is packed although it contains one of the markers. */
  keeps(folder: string): boolean;
}

async function authorsRules(dir: string): Promise<Ignored> {
  const rules = ignoreRules(await authorsList(dir));
  const ignored = (path: string, ask = true): boolean => ask && rules.ignores(path);
  const keeps = (folder: string): boolean => folder === "/" || rules.test(folder).unignored;
  return Object.assign(ignored, { keeps });
}

/**
 * Returns whether the author's `.platformignore` leaves out a file of a dependency, such as `vendor/pkg/tests/a.py`, and
 * its lines that do not apply to dependencies, such as `vendor/`.
 */
export async function dependencyRules(
  dir: string,
): Promise<{ ignores(path: string): boolean; whole: readonly string[] }> {
  const { rules, whole } = dependencyRulesIn(await authorsList(dir));
  return { ignores: (path) => rules.ignores(path), whole };
}

async function authorsList(dir: string): Promise<string> {
  return readFile(join(dir, ignoreFile), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}

const vendoredRules: Ignored = Object.assign(
  (path: string) => path.split("/").some((part) => vendoredJunk.has(part)),
  { keeps: () => true },
);

function leadsToOne(folder: string, paths: Set<string>): boolean {
  return [...paths].some((path) => path.startsWith(`${folder}/`));
}

async function leadsInside(link: string, root: string): Promise<boolean> {
  const target = await realpath(link).catch(() => undefined);
  return target?.startsWith(`${root}/`) ?? false;
}

function brokenLink(path: string, target: string): Problem {
  return {
    code: "pack.link_outside",
    file: path,
    message: `${showPath(path)} is a symbolic link to ${showPath(target)}, which is not in this folder.`,
    next: `Replace the link with the file itself, or add the link to ${ignoreFile}.`,
    severity: "error",
  };
}

function notAFile(path: string, folder: boolean): Problem {
  const what = folder ? "a symbolic link to a folder" : "neither a file nor a folder";
  return {
    code: "pack.not_a_file",
    file: path,
    message: `${showPath(path)} is ${what}; a package contains only files.`,
    next: `Add it to ${ignoreFile}${folder ? ", or replace the link with a copy of the folder" : ""}.`,
    severity: "error",
  };
}
