import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What must not be loaded to start: databases, web frameworks, executors, loggers. */
const forbidden =
  /node_modules\/(kysely|better-sqlite3|fastify|@fastify|pino|undici|msw)\/|packages\/runtime\//;
/** Bytes of minified code that are loaded to start, which bound the time. */
const most = 800_000;

async function loadedBy(entry: string) {
  const file = fileURLToPath(new URL(entry, import.meta.url));
  const { metafile } = await build({
    entryPoints: [file],
    ...{ bundle: true, splitting: true, minify: true, metafile: true, write: false },
    ...{ platform: "node", format: "esm", outdir: "out", external: ["ws", "yaml", "msw"] },
  });
  const [start] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint !== undefined)!;
  const outputs = new Set([start]);
  // A set also visits what is added meanwhile. Parts that are loaded on demand do not count.
  for (const output of outputs)
    for (const { path, kind } of metafile.outputs[output]!.imports)
      if (kind === "import-statement" && path in metafile.outputs) outputs.add(path);
  return {
    bytes: [...outputs].reduce((sum, output) => sum + metafile.outputs[output]!.bytes, 0),
    files: [...outputs].flatMap((output) => Object.keys(metafile.outputs[output]!.inputs)),
  };
}

test("the mock loads no database, web framework, executor or logger", async () => {
  const { files, bytes } = await loadedBy("../src/index.ts");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => forbidden.test(file))).toEqual([]);
  expect(bytes).toBeLessThan(most);
});

test("the operations of the server load neither", async () => {
  const { files } = await loadedBy("../../server/src/operations.ts");
  expect(files.filter((file) => forbidden.test(file))).toEqual([]);
});

test("the check would find them in the whole server", async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL("../../server/src/index.ts", import.meta.url))],
    ...{ bundle: true, metafile: true, write: false, platform: "node", format: "esm", outdir: "out" },
    external: ["better-sqlite3"],
  });
  expect(Object.keys(metafile.inputs).some((file) => forbidden.test(file))).toBe(true);
});
