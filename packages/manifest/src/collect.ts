import type { Dirent } from "node:fs";
import { lstat, readdir, readFile, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { ignoreFile, ignoreRules } from "./ignored.ts";
import { byPath, type PackEntry } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";
import type { Problem } from "./problem.ts";

export type CollectOptions = {
  /** Paths of files to take although a rule ignores them: what bot-config.yaml names. */
  always?: readonly string[];
  /** A folder of vendored files: only caches stay out, and every path begins with this prefix (`node_modules`). */
  vendoredAs?: string;
};

/** Caches and links to programs that an installer leaves among dependencies. */
const vendoredJunk = new Set(["__pycache__", ".bin", ".package-lock.json", ".cache", ".DS_Store"]);

/** More files than any package may have; a folder is not walked to the end to learn that it is too large. */
const walkedFiles = 100_000;

/**
 * The files of a folder that belong in its package, in the order of packing. Honours `.platformignore` and the
 * built-in ignores. Only regular files can be packed: anything else is a problem, and so is a link out of the folder.
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
    for (const child of await readdir(join(dir, folder), { withFileTypes: true })) {
      const path = folder === "" ? child.name : `${folder}/${child.name}`;
      if (entries.length >= walkedFiles) return;
      if (child.isDirectory()) {
        if (!ignored(`${path}/`) || leadsToOne(path, always)) await walk(path);
      } else if (always.has(path) || (!ignored(path) && !ignored(`${path}/`, child.isSymbolicLink()))) {
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

type Ignored = (path: string, ask?: boolean) => boolean;

async function authorsRules(dir: string): Promise<Ignored> {
  const list = await readFile(join(dir, ignoreFile), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const rules = ignoreRules(list);
  return (path, ask = true) => ask && rules.ignores(path);
}

const vendoredRules: Ignored = (path) => path.split("/").some((part) => vendoredJunk.has(part));

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
    next: `Put the file itself here, or name the link in ${ignoreFile}.`,
    severity: "error",
  };
}

function notAFile(path: string, folder: boolean): Problem {
  const what = folder ? "a symbolic link to a folder" : "neither a file nor a folder";
  return {
    code: "pack.not_a_file",
    file: path,
    message: `${showPath(path)} is ${what}; a package holds only files.`,
    next: `Name it in ${ignoreFile}${folder ? ", or copy the folder here" : ""}.`,
    severity: "error",
  };
}
