import { defineConfig } from "tsup";

export default defineConfig({
  entry: [
    "src/index.ts",
    "src/building-blocks.ts",
    "src/selection/log-match.ts",
    "src/backup/index.ts",
    "src/backup/thread.ts",
    "src/store/operators.ts",
  ],
  format: "esm",
  target: "node22",
  removeNodeProtocol: false,
  // The declarations beside it are tsc's.
  clean: ["!**/*.d.ts"],
});
