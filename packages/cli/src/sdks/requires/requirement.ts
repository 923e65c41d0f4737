import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Texts of a project's build files, by their path in the project. */
export type BuildFiles = ReadonlyMap<string, string>;

/** How the build files of a language require the SDK. */
export interface Requirement {
  /** The build files that can require it, by name. The first is that of the templates. */
  names: [string, ...string[]];
  /** Reads the build files of a project that require the SDK, by version or by path; none if none does. */
  find(project: string): Promise<BuildFiles>;
  /** Returns these files with the path of the SDK, which is in the project, and the files that have to change for it. */
  withPath(found: BuildFiles, path: string, project: string): Promise<BuildFiles>;
}

/** Reads a build file; empty if there is none. */
export function readBuildFile(project: string, file: string): Promise<string> {
  return readFile(join(project, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}

/** Writes the build files whose text is another one. Returns whether there were any. */
export async function writeBuildFiles(project: string, files: BuildFiles): Promise<boolean> {
  let changed = false;
  for (const [file, text] of files) {
    if ((await readBuildFile(project, file)) === text) continue;
    await writeFile(join(project, file), text);
    changed = true;
  }
  return changed;
}

/**
 * A requirement in one file. The first group of `pattern` is kept, the rest of the match is replaced; a second group is
 * passed on.
 */
export function inFile(
  file: string,
  pattern: RegExp,
  by: (path: string, more?: string) => string,
): Requirement {
  return {
    names: [file],
    async find(project) {
      const text = await readBuildFile(project, file);
      return new Map(text.search(pattern) < 0 ? [] : [[file, text]]);
    },
    withPath: async (found, path) =>
      new Map(
        [...found].map(([name, text]) => [
          name,
          text.replace(
            pattern,
            (_, before: string, more: unknown) =>
              `${before}${by(path, typeof more === "string" ? more : undefined)}`,
          ),
        ]),
      ),
  };
}
