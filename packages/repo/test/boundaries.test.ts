import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findBreaches } from "../src/check/breaches.ts";
import { findCycle } from "../src/check/circles.ts";
import { importsOf } from "../src/check/imports.ts";

const root = join(import.meta.dirname, "..", "..", "..");

describe("The import rules", () => {
  test("hold in the tree as it is", () => {
    expect(findBreaches(root)).toEqual([]);
  });

  const planted: [string, string, string][] = [
    ["core importing Node", "packages/core/src/planted.ts", 'import { readFileSync } from "node:fs";'],
    [
      "manifest importing the server",
      "packages/manifest/src/planted.ts",
      'import { startPlatform } from "@botyard/server";',
    ],
    ["SQL outside the store", "packages/server/src/doors/http/planted.ts", 'import { sql } from "kysely";'],
    [
      "the server starting processes",
      "packages/server/src/processes/planted.ts",
      'import { spawn } from "node:child_process";',
    ],
    [
      "the mock server loading the whole server",
      "packages/mock-server/src/planted.ts",
      'import { startPlatform } from "@botyard/server";',
    ],
    [
      "the mock server starting processes",
      "packages/mock-server/src/planted.ts",
      'import { spawn } from "node:child_process";',
    ],
    [
      "the server loading an executor that nobody chose",
      "packages/server/src/planted.ts",
      'import { createProcessExecutor } from "@botyard/runtime/process";',
    ],
    [
      "the runtime starting them outside its executors",
      "packages/runtime/src/planted.ts",
      'import { spawn } from "node:child_process";',
    ],
    [
      "an import of another package's files",
      "packages/cli/src/planted.ts",
      'import { x } from "../../server/src/x.ts";',
    ],
    ["a dynamic import of it", "packages/client/src/planted.ts", 'const x = await import("@botyard/core");'],
    [
      "an example that imports an internal package",
      "examples/crossover-node/planted.mjs",
      'import { x } from "@botyard/core";',
    ],
    [
      "an import past the index of a room",
      "packages/server/src/ticks/planted.ts",
      'import { Launcher } from "../processes/launcher.ts";',
    ],
    [
      "the same from outside of the rooms",
      "packages/server/src/doors/http/planted.ts",
      'import type { Masker } from "../../output/masking/masker.ts";',
    ],
    [
      "a room that imports one that uses it",
      "packages/server/src/output/planted.ts",
      'import type { Launcher } from "../processes/index.ts";',
    ],
    ["a call of process.exit in a library", "packages/server/src/planted.ts", "process.exit(1);"],
  ];
  test.each(planted)("catch %s", (_, file, text) => {
    expect(findBreaches(root, [{ file, text }]).filter((breach) => breach.includes(file))).toHaveLength(1);
  });

  test("catch two files that import each other", () => {
    expect(
      findCycle(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["a"]],
        ]),
      ),
    ).toEqual(["a", "b", "c", "a"]);
    expect(
      findCycle(
        new Map([
          ["a", ["b", "c"]],
          ["b", ["c"]],
          ["c", []],
        ]),
      ),
    ).toBeUndefined();
  });

  test("ignore comments", () => {
    expect(importsOf('/** `import "x"` */\n// import y from "y";\nimport z from "z";')).toEqual(["z"]);
  });

  test("find every form of import", () => {
    const text =
      'import a from "a";\nexport { b } from "b";\nimport "c";\nawait import("d");\nimport {\n  e,\n} from "e";';
    expect(importsOf(text)).toEqual(["a", "b", "c", "d", "e"]);
  });
});
