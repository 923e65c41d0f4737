import { defineConfig } from "tsup";

export default defineConfig({
  // bin/platform.mjs loads main. Every command is a separate chunk, loaded only when it is used.
  entry: ["src/index.ts", "src/main.ts"],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  // tsc writes the declarations to the same folder.
  clean: ["!**/*.d.ts"],
  esbuildPlugins: [
    {
      // Only a clone builds the SDKs, with development tools; the published package includes them.
      name: "sdks-are-carried",
      setup(build) {
        build.onResolve({ filter: /^\.\/make\// }, ({ path }) => ({ path, namespace: "clone" }));
        build.onLoad({ filter: /^/, namespace: "clone" }, () => ({
          contents: 'throw new Error("SDKs can be built only in a clone. Reinstall @botyard/cli.");',
        }));
      },
    },
  ],
});
