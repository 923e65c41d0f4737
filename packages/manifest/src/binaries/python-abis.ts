import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** A module that only one version of Python loads, such as `_core.cpython-311-x86_64-linux-gnu.so`. */
const versionedModule = /^(.+)\.cpython-(\d+[a-z]*)-[^/]*linux[^/]*\.so$/;

/**
 * Returns the interfaces of CPython, such as `cp311`, that all compiled modules below `vendor/` of an unpacked package
 * support. `undefined`: any, or the modules do not agree.
 */
export async function pythonAbis(codeDir: string): Promise<string[] | undefined> {
  const paths = await readdir(join(codeDir, "vendor"), { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    },
  );
  const modules = new Map<string, Set<string>>();
  for (const path of paths) {
    const [, module, version] = versionedModule.exec(path) ?? [];
    if (module === undefined) continue;
    const abis = modules.get(module) ?? new Set();
    modules.set(module, abis.add(`cp${version}`));
  }
  const [first, ...others] = modules.values();
  const common = [...(first ?? [])].filter((abi) => others.every((abis) => abis.has(abi)));
  return common.length > 0 ? common.sort() : undefined;
}
