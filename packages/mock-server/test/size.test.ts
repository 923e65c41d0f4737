import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What must not be loaded to start: databases, web frameworks, executors, loggers. */
const forbidden =
  /node_modules\/(kysely|better-sqlite3|fastify|@fastify|pino|undici|msw)\/|packages\/runtime\//;
/** What is loaded when it is first needed: the compiler of schemas, the readers of YAML and of packages. */
const later = /node_modules\/(ajv|ajv-formats|re2js|yaml|tar-stream|ws)\//;
/** Bytes of minified code that are loaded to start, which bound the time. */
const most = 550_000;

/** Returns what a module loads, and what the mock loads after it in any case. */
async function loadedBy(entry: string, second = "mock-server/src/platform.ts") {
  const file = fileURLToPath(new URL(entry, import.meta.url));
  const { metafile } = await build({
    entryPoints: [file],
    ...{ bundle: true, splitting: true, minify: true, metafile: true, write: false },
    ...{ platform: "node", format: "esm", outdir: "out", external: ["ws", "msw"] },
  });
  const starts = Object.entries(metafile.outputs).filter(
    ([, { entryPoint }]) =>
      entryPoint !== undefined && (file.endsWith(entryPoint) || entryPoint.endsWith(second)),
  );
  const outputs = new Set(starts.map(([output]) => output));
  // A set also visits what is added meanwhile. Parts that are loaded on demand do not count.
  for (const output of outputs)
    for (const { path, kind } of metafile.outputs[output]!.imports)
      if (kind === "import-statement" && path in metafile.outputs) outputs.add(path);
  return {
    bytes: [...outputs].reduce((sum, output) => sum + metafile.outputs[output]!.bytes, 0),
    imports: [...outputs].flatMap((output) => metafile.outputs[output]!.imports.map(({ path }) => path)),
    files: [...outputs].flatMap((output) => Object.keys(metafile.outputs[output]!.inputs)),
  };
}

test("the mock loads no database, web framework, executor or logger, and no more than it starts with", async () => {
  const { files, bytes, imports } = await loadedBy("../src/main.ts");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => forbidden.test(file) || later.test(file))).toEqual([]);
  expect(bytes).toBeLessThan(most);
  // src/http/node-http.ts says why.
  expect(imports).toContain("node:crypto");
  expect(imports).not.toContain("node:http");
});

test("the operations of the server load neither", async () => {
  const { files } = await loadedBy("../../server/src/building-blocks.ts");
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
