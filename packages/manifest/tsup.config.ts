import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/nearest.ts", "src/settings/index.ts", "src/checks-process.ts"],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  // The declarations beside it are tsc's.
  clean: ["!**/*.d.ts"],
});
