import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const roots = [
  ...readdirSync("packages").map((name) => `packages/${name}`),
  "sdks/node",
  "examples",
  "conformance",
];

export default defineConfig({
  test: {
    projects: roots
      .map((root) => ({
        test: {
          name: root,
          root,
          include: ["test/**/*.test.ts", "*/test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "test/e2e/**"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      }))
      .concat({
        test: {
          name: "e2e",
          root: "packages/repo",
          include: ["test/e2e/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      }),
  },
});
