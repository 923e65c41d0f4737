import { defineConfig } from "tsup";

export default defineConfig({
  // bin/platform.mjs loads main; every command is a chunk of its own, read only when it is the one typed.
  entry: ["src/index.ts", "src/main.ts"],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  // The declarations beside it are tsc's.
  clean: ["!**/*.d.ts"],
  esbuildPlugins: [
    {
      // A clone builds the SDKs, with tools that are not published; what is published carries them built.
      name: "sdks-are-carried",
      setup(build) {
        build.onResolve({ filter: /^\.\/make\// }, ({ path }) => ({ path, namespace: "clone" }));
        build.onLoad({ filter: /^/, namespace: "clone" }, () => ({
          contents: 'throw new Error("Only a clone builds the SDKs; install the command again.");',
        }));
      },
    },
  ],
});
