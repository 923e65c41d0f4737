import { join } from "node:path";
import { alone } from "../drive/alone.ts";
import { hidden, root } from "../root.ts";
import { Sources } from "../run/inputs.ts";
import { pythonTools } from "../run/python-tools.ts";
import { buildPackages, packArchives } from "./build.ts";
import { buildByContent } from "./by-content.ts";

const archives = join(hidden, "archives");

/** Builds and packs what is published, if anything has changed since. Returns the folder of the archives, which is for reading. */
export async function packedArchives(): Promise<string> {
  await alone("archives", import.meta.filename);
  return archives;
}

const pack = () =>
  buildByContent({
    ...{ built: archives, sources: [], also: () => new Sources(root).digest(["*"], "") },
    async make(fresh) {
      await packArchives(await buildPackages(), await pythonTools(), fresh);
    },
  });

if (import.meta.main) await pack();
