import { existsSync } from "node:fs";
import { join } from "node:path";
import { alone, once } from "../drive/once.ts";
import { hidden } from "../root.ts";
import { pythonTools } from "../run/python-tools.ts";
import { buildPackages, packArchives } from "./build.ts";

const archives = join(hidden, "archives");

/** Builds and packs everything that is published, once. Returns the folder of the archives, which is for reading. */
export async function packedArchives(): Promise<string> {
  await alone("archives", import.meta.filename);
  return archives;
}

const pack = () =>
  once({
    ...{ name: "archives", sources: ["*"] },
    isThere: () => existsSync(archives),
    make: async () => packArchives(await buildPackages(), await pythonTools(), archives),
  });

if (import.meta.main) await pack();
