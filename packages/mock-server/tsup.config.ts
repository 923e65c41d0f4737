import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { defineConfig } from "tsup";

export default defineConfig({
  // bin/platform-mock.mjs loads main.
  entry: ["src/index.ts", "src/msw.ts", "src/main.ts"],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  minify: true,
  // tsc writes the declarations to the same folder.
  clean: ["!**/*.d.ts"],
  // Everything but the dependencies of package.json is included: one file loads in a fraction of the time of many, and
  // the server's database and web framework are not installed.
  esbuildPlugins: [
    {
      name: "licences of what is included",
      setup(build) {
        build.initialOptions.metafile = true;
        build.onEnd(({ metafile }) => {
          refuseDynamicCommonJs(metafile!.inputs);
          const folders = Object.keys(metafile?.inputs ?? {}).flatMap(
            (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [],
          );
          const texts = [...new Set(folders)].sort().map(licenceOf);
          writeFileSync("THIRD-PARTY-NOTICES.txt", `${texts.join("\n\n")}\n`);
        });
      },
    },
  ],
  // Some of what is included is CommonJS.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});

/** esbuild gives a dynamic import of CommonJS only its default export, without a word. */
function refuseDynamicCommonJs(inputs: Metafile["inputs"]): void {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { kind, path } of imports)
      if (kind === "dynamic-import" && inputs[path]?.format === "cjs")
        throw new Error(`${file} imports ${path}, which is CommonJS, dynamically. Import it statically.`);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file === undefined) throw new Error(`${name} has no file with its licence. Add its text here.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}
