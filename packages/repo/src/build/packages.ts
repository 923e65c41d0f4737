import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** A package of the workspace that is published to the npm registry. */
export interface PublishedPackage {
  name: string;
  version: string;
  /** Its folder from the root, for example `packages/core`. */
  folder: string;
}

/** Returns the published packages: each folder of the workspace whose package.json is not private. */
export function publishedPackages(): PublishedPackage[] {
  const folders = [
    ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
    "sdks/node",
    "conformance",
  ];
  return folders
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .map((folder) => ({ folder, ...readManifest(folder) }))
    .filter(({ private: isPrivate }) => isPrivate !== true)
    .map(({ name, version, folder }) => ({ name, version, folder }));
}

/** Returns the packages of the Rust core for JavaScript. They are built only where their compilers are. */
export function bindingPackages(): PublishedPackage[] {
  return ["sdks/rust/bindings/node", "sdks/rust/bindings/wasm"].map((folder) => {
    const { name, version } = readManifest(folder);
    return { name, version, folder };
  });
}

function readManifest(folder: string): { name: string; version: string; private?: boolean } {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}
