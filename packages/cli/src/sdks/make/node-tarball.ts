import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type PackEntry, packFiles } from "@botyard/manifest";
import type { Plugin } from "esbuild";
import { declarations } from "./declarations.ts";

interface SdkManifest {
  version: string;
  publishConfig: { exports: object };
  [field: string]: unknown;
}

/**
 * Builds the npm tarball of the Node SDK, which is published and included in this command. It contains the core and all
 * declarations, and has no dependencies.
 */
export async function buildTarball(root: string, folder: string): Promise<{ name: string; path: string }> {
  const sdk = join(root, "sdks", "node");
  const manifest = JSON.parse(await readFile(join(sdk, "package.json"), "utf8")) as SdkManifest;
  const text = (path: string, content: string): PackEntry => ({
    path: `package/${path}`,
    content: Buffer.from(content),
  });
  const entries = [
    text("package.json", `${JSON.stringify(published(manifest), null, 2)}\n`),
    { path: "package/README.md", content: await readFile(join(sdk, "README.md")) },
    { path: "package/LICENSE", content: await readFile(join(root, "LICENSE")) },
    ...(await bundle(sdk)),
    ...[...(await declarations(root))].map(([path, content]) => text(path, content)),
  ];
  const name = `botyard-sdk-${manifest.version}.tgz`;
  const path = join(folder, name);
  await packFiles(entries, path);
  return { name, path };
}

/** Returns the published package.json, without the fields for the workspace. */
function published({ publishConfig, scripts, devDependencies, files, ...rest }: SdkManifest): object {
  return { ...rest, exports: publishConfig.exports };
}

/**
 * Bundles the SDK. The query server is a separate chunk, because only query processes load it. What the parts share is
 * one chunk: each file more takes a bot about a millisecond at its start.
 */
async function bundle(sdk: string): Promise<PackEntry[]> {
  const { build } = await import("esbuild");
  const outdir = join(sdk, "dist");
  // The bundler makes a chunk for each set of parts that share something; so all parts share all of the index.
  const sharingAll: Plugin = {
    name: "sharing-all",
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/(testing|query\/server)\.ts$/ }, async ({ path }) => ({
        contents: `${await readFile(path, "utf8")}\nimport ${JSON.stringify(join(sdk, "src", "index.ts"))};\n`,
        loader: "ts",
      }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: ["index.ts", "testing.ts"].map((name) => join(sdk, "src", name)),
    absWorkingDir: sdk,
    outdir,
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node22",
    legalComments: "none",
    logLevel: "silent",
    plugins: [sharingAll],
  });
  return outputFiles.map(({ path, contents }) => ({
    path: `package/dist/${relative(outdir, path).split(sep).join("/")}`,
    content: contents,
  }));
}
