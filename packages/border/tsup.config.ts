import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/platform.ts", "src/main.ts"],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  // The declarations beside it are tsc's.
  clean: ["!**/*.d.ts"],
});
