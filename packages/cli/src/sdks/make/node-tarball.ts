import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packFiles } from "@botyard/manifest";

/** Builds the npm tarball of the Node SDK with the contract's core bundled in: one module, no dependency. */
export async function buildTarball(root: string, folder: string): Promise<{ name: string; path: string }> {
  const { build } = await import("esbuild");
  const sdk = join(root, "sdks", "node");
  const { version, description, license, engines } = JSON.parse(
    await readFile(join(sdk, "package.json"), "utf8"),
  ) as Record<string, string>;
  const { outputFiles } = await build({
    entryPoints: [join(sdk, "src", "index.ts")],
    absWorkingDir: sdk,
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node22",
    legalComments: "none",
    logLevel: "silent",
  });
  const manifest = {
    name: "@botyard/sdk",
    version,
    description,
    license,
    type: "module",
    engines,
    exports: { ".": "./index.js" },
  };
  const name = `botyard-sdk-${version}.tgz`;
  const path = join(folder, name);
  await packFiles(
    [
      { path: "package/package.json", content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
      { path: "package/index.js", content: outputFiles[0]!.contents },
    ],
    path,
  );
  return { name, path };
}
