import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

/** A change to one source file of the SDK, for a broken SDK. */
export interface Patch {
  /** Path from the repository's root, such as `sdks/node/src/metric.ts`. */
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
}

const here = import.meta.dirname;
const root = resolve(here, "../../..");

/**
 * Bundles the adapter and the SDK's sources into one file, so that it starts quickly.
 *
 * Uses CommonJS, so that modules that the SDK loads lazily stay lazy in the bundle.
 *
 * @param outfile relative to the current directory
 * @param patch applied while bundling; the source files are not changed
 * @throws {Error} if the text of a patch does not occur exactly once, or its file is not part of the bundle
 */
export async function buildNodeTestee({
  outfile,
  patch = [],
}: {
  outfile: string;
  patch?: Patch[];
}): Promise<void> {
  const unused = new Set(patch);
  const { outputFiles } = await build({
    entryPoints: [join(here, "adapter.mjs")],
    outfile: resolve(outfile),
    write: false,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    alias: {
      "@botyard/sdk": join(root, "sdks/node/src/index.ts"),
      "@botyard/core": join(root, "packages/core/src/index.ts"),
    },
    define: { "import.meta.url": "__filename" },
    plugins: [patching(patch, unused)],
    logLevel: "silent",
  });
  for (const { file } of unused)
    throw new Error(`A patch of ${file} has no effect: the file is not part of the SDK.`);
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
}

/** Replaces the file atomically, and only if it changes, because another process may be starting it. */
function replaceFile(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

function patching(patch: Patch[], unused: Set<Patch>): Plugin {
  return {
    name: "patch",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const own = patch.filter(({ file }) => file === relative(root, path));
        if (own.length === 0) return undefined;
        let contents = readFileSync(path, "utf8");
        for (const one of own) {
          contents = applied(contents, one);
          unused.delete(one);
        }
        return { contents, loader: "ts" };
      });
    },
  };
}

function applied(text: string, { file, find, replace }: Patch): string {
  const times = text.split(find).length - 1;
  if (times !== 1) {
    throw new Error(`The text to replace in ${file} occurs ${times} times, not once: ${find}`);
  }
  return text.replace(find, () => replace);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [given = "dist/adapter.cjs"] = process.argv.slice(2);
  await buildNodeTestee({ outfile: isAbsolute(given) ? given : join(process.cwd(), given) });
}
