import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/browser.ts"],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  // tsc writes the declarations to the same folder.
  clean: ["!**/*.d.ts"],
});
