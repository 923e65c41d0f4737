import { join, posix, relative, sep } from "node:path";

/** Where declarations are placed: those of the core in a subfolder of the SDK's. */
const places = [
  { sources: "sdks/node/src/", folder: "dist/" },
  { sources: "packages/core/src/", folder: "dist/core/" },
];
const entry = "dist/index.d.ts";
const coreEntry = "dist/core/index.js";

/**
 * Returns the declarations of the Node SDK by their paths in its tarball: `dist/index.d.ts` and all files that it
 * imports. Declarations of the core are included, so that the package has no dependencies.
 */
export async function declarations(root: string): Promise<Map<string, string>> {
  const { default: ts } = await import("typescript");
  // `npm run check` checks the types.
  const sources = places.map(({ sources }) => join(root, sources, "index.ts"));
  const program = ts.createProgram(sources, {
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: root,
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts"],
    types: [],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  });
  const written = new Map<string, string>();
  program.emit(
    undefined,
    (file, text) => {
      const path = relative(root, file).split(sep).join("/");
      const place = places.find(({ sources }) => path.startsWith(sources));
      if (place === undefined) return;
      const placed = place.folder + path.slice(place.sources.length);
      written.set(placed, withPlacedImports(placed, text));
    },
    undefined,
    true,
  );
  return reachable(written);
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
  visit(entry);
  return found;
}
