import { hash } from "node:crypto";
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

/** Adds the script that sets the theme before the first paint; Vite itself bundles modules only, which run later. */
function earlyTheme(): Plugin {
  const source = readFileSync(join(import.meta.dirname, "src", "app", "theme-early.js"), "utf8");
  const fileName = `assets/theme-${hash("sha256", source).slice(0, 8)}.js`;
  return {
    name: "early-theme",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: () => [{ tag: "script", attrs: { src: `/${fileName}` }, injectTo: "head-prepend" }],
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
  },
  plugins: [earlyTheme(), compressed()],
});
