import { defineConfig } from "tsup";

export default defineConfig({
  // bin/platform-mock.mjs loads main.
  entry: ["src/index.ts", "src/msw.ts", "src/main.ts"],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  // One file loads in a fraction of the time of many, and the server's database and web framework are not installed.
  noExternal: [/^@botyard\//, /^(ajv|ajv-formats|croner|ignore|re2js|semver|tar-stream|typebox)(\/|$)/],
  minify: true,
  // tsc writes the declarations to the same folder.
  clean: ["!**/*.d.ts"],
  // Some of what is included is CommonJS.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});
