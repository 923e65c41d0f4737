import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import LongestFirst from "./packages/repo/src/run/longest-first.ts";
import { onPostgres } from "./packages/repo/src/run/on-postgres.ts";

const roots = [
  ...readdirSync("packages").map((name) => `packages/${name}`),
  "sdks/node",
  "sdks/rust/bindings",
  "examples",
  "conformance",
];

// Limits for tests that hang. On a busy machine a test may take many times as long as it needs alone.
const limits = { testTimeout: 180_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

const project = (name: string, root: string, include: string[], exclude: string[] = []) => ({
  test: { name, root, include, exclude: ["**/node_modules/**", ...exclude], ...limits },
});
const every = ["test/**/*.test.ts", "*/test/**/*.test.ts"];

/**
 * Projects whose files share the modules of a worker, because loading them takes longer than most of their tests. A module
 * that registered hooks when it is loaded would do so for the first file only.
 */
const sharing = [
  "packages/core",
  "packages/dashboard",
  "packages/manifest",
  "packages/runtime",
  "packages/server",
  "conformance",
];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      ...roots.map((root) =>
        project(root, root, every, ["test/e2e/**", "test/mocked/**", "test/on-postgres/**"]),
      ),
      project("packages/server mocked", "packages/server", ["test/mocked/**/*.test.ts"]),
      project("e2e", "packages/repo", ["test/e2e/**/*.test.ts"]),
      ...onPostgres.map(({ name, root, include, exclude }) => project(name, root, include, exclude)),
    ].map(withOwnSettings),
  },
});

function withOwnSettings({ test }: ReturnType<typeof project>) {
  const [name = "", engine] = test.name.split(" on ");
  return {
    test: {
      ...test,
      ...(sharing.includes(name) && { isolate: false }),
      ...(name === "e2e" && { testTimeout: 400_000 }),
      ...(engine === "PostgreSQL" && {
        env: { BOTYARD_TEST_STORE: "postgres" },
        globalSetup: [join(import.meta.dirname, "packages/repo/src/run/postgres-of-tests.ts")],
      }),
    },
  };
}
