import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Writes each text file a second and a third time, compressed, so that the platform never compresses anything. */
function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg)$/.test(file)) continue;
        const path = join(folder, file);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
      }
    },
  };
}

/**
 * Writes which files the browser needs for each feature besides those in the page: `scripts.json`. The platform names them
 * with the page, so that the browser asks for all of them at once and not for one after it has run the other.
 */
function scriptsOfFeatures(): Plugin {
  return {
    name: "scripts-of-features",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const importsOf = (file: string, all = new Set<string>()): Set<string> => {
        if (all.has(file)) return all;
        all.add(file);
        for (const one of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
          importsOf(one, all);
        return all;
      };
      const inPage = importsOf(chunks.find(({ isEntry }) => isEntry)!.fileName);
      const scripts: Record<string, string[]> = {};
      for (const { fileName, facadeModuleId } of chunks) {
        const [, feature] = /\/features\/(.+)\.tsx$/.exec(facadeModuleId ?? "") ?? [];
        if (feature) scripts[feature] = [...importsOf(fileName)].filter((file) => !inPage.has(file));
      }
      this.emitFile({ type: "asset", fileName: "scripts.json", source: JSON.stringify(scripts) });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  // JSX without a plugin: the compiler of Vite knows Preact's.
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    // The licences of the packages whose code is in the scripts require that their texts come with it. With "licence" in
    // the name of a file, pnpm would not add the LICENSE of this package.
    license: { fileName: "third-party-notices.txt" },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "main", test: /\/src\/main\.tsx$/ },
            { name: "shared", minShareCount: 2 },
          ],
        },
      },
    },
  },
  plugins: [scriptsOfFeatures(), compressed()],
});
