import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, posix, sep } from "node:path";
import { promisify } from "node:util";

/** Where declarations are placed: those of the core in a subfolder of the SDK's. */
const places = [
  { sources: "sdks/node/src/", entries: ["index", "testing"], folder: "dist/" },
  { sources: "packages/core/src/", entries: ["index"], folder: "dist/core/" },
];
const published = ["dist/index.d.ts", "dist/testing.d.ts"];
const coreEntry = "dist/core/index.js";

/**
 * Returns the declarations of the Node SDK by their paths in its tarball: those of its entries and of all files that they
 * import. Declarations of the core are included, so that the package has no dependencies.
 */
export async function declarations(root: string): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "botyard-declarations-"));
  try {
    await compile(root, folder);
    const written = new Map<string, string>();
    for (const file of await readdir(folder, { recursive: true })) {
      const path = file.split(sep).join("/");
      const place = places.find(({ sources }) => path.startsWith(sources));
      if (place === undefined || !path.endsWith(".d.ts")) continue;
      const placed = place.folder + path.slice(place.sources.length);
      written.set(placed, withPlacedImports(placed, await readFile(join(folder, file), "utf8")));
    }
    return reachable(written);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes all declarations to the folder, by their paths in the repository. */
async function compile(root: string, folder: string): Promise<void> {
  const bin = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
  const options = {
    ...{ noCheck: true, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: folder },
    ...{
      target: "es2024",
      lib: "es2024",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
    },
    ...{ noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, rewriteRelativeImportExtensions: true },
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // In the folder, tsc finds no configuration and no `@types`. `npm run check` checks the types.
  // One package at a time: what the SDK imports is another package's, for which tsc need not write declarations.
  for (const { sources, entries } of places) {
    const files = entries.map((name) => join(root, sources, `${name}.ts`));
    await promisify(execFile)(process.execPath, [bin, ...flags, ...files], { cwd: folder });
  }
}

/** Replaces imports of the core by its path, and `.ts` in relative imports by `.js`. */
function withPlacedImports(path: string, text: string): string {
  const core = posix.relative(posix.dirname(path), coreEntry);
  return text
    .replaceAll('"@botyard/core"', `"${core.startsWith(".") ? core : `./${core}`}"`)
    .replaceAll(/(\b(?:from|import)\s*\(?\s*"\.[^"]+)\.ts"/g, '$1.js"');
}

function reachable(written: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    const text = written.get(path);
    if (text === undefined) throw new Error(`${path} of the Node SDK was not written.`);
    found.set(path, text);
    for (const [, other] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)\.js"/g))
      visit(posix.join(posix.dirname(path), `${other}.d.ts`));
  };
  for (const entry of published) visit(entry);
  return found;
}
