import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { build as tsup } from "tsup";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import webpack from "webpack";
import { buildTarball } from "../../../packages/cli/src/sdks/make/node-tarball.ts";
import { linesOf } from "./real-bot.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const source = `import { query, state } from "@botyard/sdk";

query.handler("/runs", () => state.get("runs", 0));
query.handler("/bad", () => {
  throw new Error("bad");
});
query.handler("/refused", () => state.set("runs", 1));
query.run();
`;
const required = source
  .replace("import { query, state } from", "const { query, state } = require(")
  .replace('"@botyard/sdk"', '"@botyard/sdk")');

/** A project with the SDK as it is published. */
let project: string;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "botyard-bundles-"));
  const { path } = await buildTarball(root, project);
  const sdk = join(project, "node_modules", "@botyard", "sdk");
  mkdirSync(sdk, { recursive: true });
  execFileSync("tar", ["-xzf", path, "-C", sdk, "--strip-components=1"]);
  writeFileSync(join(project, "bot.mjs"), source);
  return () => rmSync(project, { recursive: true });
});

type Build = (entry: string, folder: string) => Promise<string>;

const withEsbuild =
  (format: "cjs" | "esm"): Build =>
  async (entry, folder) => {
    const outfile = join(folder, format === "cjs" ? "bot.cjs" : "bot.mjs");
    const options = { bundle: true, platform: "node", format, sourcemap: true, logLevel: "error" } as const;
    // The usual build for CommonJS says that the URL of a module is empty there, which is the matter of this test.
    await esbuild({
      entryPoints: [entry],
      outfile,
      ...options,
      logOverride: { "empty-import-meta": "silent" },
    });
    return outfile;
  };

const withTsup =
  (format: "cjs" | "esm"): Build =>
  async (entry, outDir) => {
    // What package.json does not name is bundled.
    await tsup({
      entry: [entry],
      outDir,
      format,
      sourcemap: true,
      config: false,
      silent: true,
      platform: "node",
    });
    return join(outDir, readdirSync(outDir).find((name) => /^bot\.[cm]?js$/.test(name))!);
  };

const withRollup: Build = async (entry, dir) => {
  const bundle = await rollup({ input: entry, plugins: [nodeResolve()], external: /^node:/ });
  await bundle.write({
    dir,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    sourcemap: true,
  });
  return join(dir, "bot.cjs");
};

const withWebpack: Build = async (entry, path) => {
  const output = { path, filename: "bot.cjs", chunkFilename: "[name].cjs" };
  const compiler = webpack({ entry, output, target: "node", mode: "production", devtool: "source-map" });
  const stats = await promisify(compiler.run.bind(compiler))();
  expect(stats?.hasErrors(), stats?.toString()).toBe(false);
  return join(path, "bot.cjs");
};

const withNcc: Build = async (entry, folder) => {
  const ncc = join(
    dirname(createRequire(import.meta.url).resolve("@vercel/ncc/package.json")),
    "dist/ncc/cli.js",
  );
  execFileSync(process.execPath, [ncc, "build", entry, "--out", folder, "--source-map", "--quiet"]);
  return join(folder, "index.mjs");
};

const asItIs: Build = async (entry) => entry;

const withRequire: Build = async (_, folder) => {
  const file = join(folder, "bot.cjs");
  writeFileSync(file, required);
  return file;
};

test.each<[string, Build]>([
  ["an ES module", asItIs],
  ["a CommonJS module that requires the SDK", withRequire],
  ["a bundle of esbuild for CommonJS", withEsbuild("cjs")],
  ["a bundle of esbuild for ES modules", withEsbuild("esm")],
  ["a bundle of tsup for CommonJS", withTsup("cjs")],
  ["a bundle of tsup for ES modules", withTsup("esm")],
  ["a bundle of rollup", withRollup],
  ["a bundle of webpack", withWebpack],
  ["a bundle of ncc", withNcc],
])("a query program that is %s answers, and its failures name lines of the source", async (_, build) => {
  const folder = mkdtempSync(join(project, "out-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = await build(join(project, "bot.mjs"), folder);
  const ask = (path: string) => {
    const env = { PATH: process.env.PATH, CODE_MOUNT_DIR: folder, QUERY_PATH: path };
    const options = { env, encoding: "utf8" } as const;
    const { stderr } = spawnSync(process.execPath, ["--enable-source-maps", program], options);
    const read = `process.stdout.write(require("fs").readFileSync("result.json"))`;
    const answer = execFileSync(process.execPath, ["-e", read], { cwd: folder, encoding: "utf8" });
    return { records: linesOf(stderr), answer: JSON.parse(answer) };
  };
  expect(ask("/runs")).toEqual({ records: [], answer: { status: "ok", data: 0 } });
  const place = { file: expect.stringMatching(/bot\.[mc]js$/) };
  expect(ask("/bad")).toMatchObject({
    records: [{ message: "bad", data: { type: "Error", line: 5, ...place } }],
    answer: { code: "query.handler_failed", error: "bad" },
  });
  expect(ask("/refused")).toMatchObject({
    records: [{ data: { type: "BotyardError", line: 7, ...place } }],
    answer: { code: "query.handler_failed" },
  });
});
