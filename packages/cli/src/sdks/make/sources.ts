import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow } from "./files-below.ts";
import { sourceArchives } from "./source-archives.ts";

/** Returns a digest of the sources of the SDKs. */
export async function sourcesDigest(root: string): Promise<string> {
  const hash = createHash("sha256");
  const keep = (path: string) => !path.includes("__pycache__");
  const sdks = ["sdks/python/src", "sdks/node/src", "sdks/rust/core", "sdks/rust/botyard"];
  for (const folder of [...sdks, "packages/core/src", "packages/cli/src/sdks"]) {
    for (const path of await filesBelow(join(root, folder), keep)) {
      hash.update(`${folder}/${path}\0`).update(await readFile(join(root, folder, path)));
    }
  }
  for (const { language, keep } of sourceArchives) {
    const folder = join(root, "sdks", language);
    for (const path of await filesBelow(folder, keep))
      hash.update(`${folder}/${path}\0`).update(await readFile(join(folder, path)));
  }
  const beside = ["pyproject.toml", "README.md", "LICENSE"].map((file) => `sdks/python/${file}`);
  beside.push("sdks/rust/Cargo.toml", "sdks/rust/Cargo.lock");
  for (const file of [...beside, "sdks/node/package.json", "sdks/node/README.md", "LICENSE"]) {
    hash.update(await readFile(join(root, file)));
  }
  return hash.digest("hex");
}
