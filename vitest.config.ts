import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";
import LongestFirst from "./packages/repo/src/run/longest-first.ts";

const roots = [
  ...readdirSync("packages").map((name) => `packages/${name}`),
  "sdks/node",
  "examples",
  "conformance",
];

// Limits for tests that hang. On a busy machine a test may take many times as long as it needs alone.
const limits = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: roots
      .map((root) => ({
        test: {
          name: root,
          root,
          include: ["test/**/*.test.ts", "*/test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "test/e2e/**"],
          ...limits,
        },
      }))
      .concat({
        test: {
          name: "e2e",
          root: "packages/repo",
          include: ["test/e2e/**/*.test.ts"],
          exclude: ["**/node_modules/**"],
          ...limits,
          testTimeout: 180_000,
        },
      }),
  },
});
