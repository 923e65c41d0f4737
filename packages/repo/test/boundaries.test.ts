import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { boundaries, guarded, rooms } from "../src/check/boundaries.ts";
import { findBreaches } from "../src/check/breaches.ts";
import { findCircles, wayAround } from "../src/check/circles.ts";
import { importsOf } from "../src/check/imports.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** What a file must not contain, by a title and the folder of the file. */
const planted: [title: string, folder: string, text: string][] = [
  ["core importing Node", "packages/core/src", 'import { readFileSync } from "node:fs";'],
  ["core using a library", "packages/core/src", 'import Ajv from "ajv";'],
  [
    "manifest importing the server",
    "packages/manifest/src",
    'import { startPlatform } from "@botyard/server";',
  ],
  ["the border importing the manifest", "packages/border/src", 'import "@botyard/manifest";'],
  ["the runtime using a library", "packages/runtime/src", 'import { parse } from "yaml";'],
  ["the server importing the CLI", "packages/server/src", 'import { run } from "@botyard/cli";'],
  ["the mock server importing the runtime", "packages/mock-server/src", 'import "@botyard/runtime";'],
  [
    "an import of another package's files",
    "packages/cli/src",
    'import { x } from "../../server/src/compose.ts";',
  ],
  ["a dynamic import", "packages/client/src", 'const x = await import("@botyard/core");'],
  ["the dashboard importing the server", "packages/dashboard/src", 'import "@botyard/server";'],
  ["the dashboard importing what checks packages", "packages/dashboard/src", 'import "@botyard/manifest";'],
  ["the Node SDK importing the manifest", "sdks/node/src", 'import type { Bot } from "@botyard/manifest";'],
  ["the bindings importing the core", "sdks/rust/bindings/src", 'import { x } from "@botyard/core";'],
  ["the conformance suite importing the core", "conformance/src", 'import { x } from "@botyard/core";'],
  ["the repository's programs importing the dashboard", "packages/repo/src", 'import "@botyard/dashboard";'],
  [
    "an example that imports an internal package",
    "examples/crossover-node",
    'import { x } from "@botyard/core";',
  ],

  ["SQL outside the store", "packages/server/src/doors/http", 'import { sql } from "kysely";'],
  ["PostgreSQL outside its engine", "packages/server/src/store/sql", 'import pg from "pg";'],
  ["SQLite outside its engine", "packages/server/src/store/sql", 'import Sqlite from "better-sqlite3";'],
  [
    "a verb of the store importing an engine",
    "packages/server/src/store/sql",
    'import { words } from "../sqlite/words.ts";',
  ],
  [
    "the declarations of the store importing its database",
    "packages/server/src/store",
    'import { lockDataDir } from "./sqlite/lock.ts";',
  ],
  [
    "the server loading an executor that nobody chose",
    "packages/server/src",
    'import { createProcessExecutor } from "@botyard/runtime/process";',
  ],
  [
    "the server starting processes",
    "packages/server/src/processes",
    'import { spawn } from "node:child_process";',
  ],
  [
    "the mock server loading the whole server",
    "packages/mock-server/src",
    'import { startPlatform } from "@botyard/server";',
  ],
  [
    "the mock server starting processes",
    "packages/mock-server/src",
    'import { spawn } from "node:child_process";',
  ],
  [
    "the runtime starting them outside its executors",
    "packages/runtime/src",
    'import { spawn } from "node:child_process";',
  ],

  [
    "an import past the index of a room",
    "packages/server/src/ticks",
    'import { Launcher } from "../processes/launcher.ts";',
  ],
  [
    "the same from outside of the rooms",
    "packages/server/src/doors/http",
    'import type { Masker } from "../../output/masking/masker.ts";',
  ],
  [
    "the store importing what writes to it",
    "packages/server/src/store",
    'import { Collector } from "../output/index.ts";',
  ],
  [
    "a room that imports one that uses it",
    "packages/server/src/output",
    'import type { Launcher } from "../processes/index.ts";',
  ],
  [
    "processes importing ticks",
    "packages/server/src/processes",
    'import type { Ticks } from "../ticks/index.ts";',
  ],
  [
    "secrets importing processes",
    "packages/server/src/secrets",
    'import { Launcher } from "../processes/index.ts";',
  ],
  [
    "backups importing the engine",
    "packages/server/src/backup",
    'import type { Engine } from "../engine/engine.ts";',
  ],
  [
    "networks importing processes",
    "packages/server/src/networks",
    'import { Launcher } from "../processes/index.ts";',
  ],
  ["ticks importing queries", "packages/server/src/ticks", 'import { Queries } from "../queries/index.ts";'],
  ["queries importing ticks", "packages/server/src/queries", 'import { Ticks } from "../ticks/index.ts";'],

  [
    "the data types importing the store",
    "packages/server/src/model",
    'import type { UserRow } from "../store/index.ts";',
  ],
  [
    "errors importing settings",
    "packages/server/src/errors",
    'import { quotas } from "../settings/quotas.ts";',
  ],
  ["turns importing users", "packages/server/src/concurrency", 'import { Users } from "../users/users.ts";'],
  [
    "the choice among records importing the store",
    "packages/server/src/selection",
    'import type { ServiceStore } from "../store/index.ts";',
  ],
  [
    "settings importing the engine",
    "packages/server/src/settings",
    'import type { Engine } from "../engine/engine.ts";',
  ],
  [
    "the state importing the store",
    "packages/server/src/state",
    'import type { ServiceStore } from "../store/index.ts";',
  ],
  [
    "the engine importing a door",
    "packages/server/src/engine",
    'import { buildApp } from "../doors/http/app.ts";',
  ],
  [
    "custom bots importing an operation",
    "packages/server/src/custom-bots",
    'import { perform } from "../operations/perform.ts";',
  ],
  ["users importing bots", "packages/server/src/users", 'import { Bots } from "../bots/bots.ts";'],
  ["keys importing a door", "packages/server/src/keys", 'import { identify } from "../doors/http/auth.ts";'],
  [
    "bots importing an operation",
    "packages/server/src/bots",
    'import { perform } from "../operations/perform.ts";',
  ],
  [
    "measures importing the engine",
    "packages/server/src/measures",
    'import type { Engine } from "../engine/engine.ts";',
  ],
  [
    "an operation importing a door",
    "packages/server/src/operations",
    'import { routes } from "../doors/http/rest/routes.ts";',
  ],
  [
    "a door importing the engine",
    "packages/server/src/doors",
    'import type { Engine } from "../engine/engine.ts";',
  ],

  ["a component importing Node", "packages/dashboard/src/ui", 'import { readFileSync } from "node:fs";'],
  ["lib importing ui", "packages/dashboard/src/lib", 'import { Button } from "../ui/button.tsx";'],
  ["lib importing the domain", "packages/dashboard/src/lib", 'import { placed } from "../domain/place.ts";'],
  [
    "lib importing a feature",
    "packages/dashboard/src/lib",
    'import type { Draft } from "../features/deploy/draft.ts";',
  ],
  ["lib importing the app", "packages/dashboard/src/lib", 'import { pages } from "../app/pages.tsx";'],
  [
    "platform importing ui",
    "packages/dashboard/src/platform",
    'import { Failure } from "../ui/failure.tsx";',
  ],
  [
    "ui importing the domain",
    "packages/dashboard/src/ui/chart",
    'import type { Signal } from "../../domain/signal.tsx";',
  ],
  [
    "ui importing a feature",
    "packages/dashboard/src/ui",
    'import { Answer } from "../features/queries/answer.tsx";',
  ],
  ["ui importing the app", "packages/dashboard/src/ui", 'import { pages } from "../app/pages.tsx";'],
  [
    "the domain importing a feature",
    "packages/dashboard/src/domain/settings",
    'import type { Draft } from "../../features/deploy/draft.ts";',
  ],
  [
    "the domain importing the app",
    "packages/dashboard/src/domain",
    'import { pages } from "../app/pages.tsx";',
  ],
  [
    "a feature importing another one",
    "packages/dashboard/src/features/logs",
    'import type { Run } from "../runs/run-row.tsx";',
  ],
  [
    "a feature importing the app",
    "packages/dashboard/src/features/logs/api",
    'import { tabs } from "../../../app/bot-tabs.tsx";',
  ],

  ["a call of process.exit in a library", "packages/server/src", "process.exit(1);"],
];

const files = planted.map(([title, folder, text], at) => ({
  title,
  file: `${folder}/planted-${at}.tsx`,
  text,
}));

describe("The import rules", () => {
  test("hold in the tree as it is", () => {
    expect(findBreaches(root)).toEqual([]);
  });

  const breaches = findBreaches(root, files);
  const of = (file: string) => breaches.filter((breach) => breach.startsWith(`${file} `));

  test.each(files)("catch $title", ({ file }) => {
    expect(of(file)).toHaveLength(1);
  });

  test("name every folder of the server", () => {
    const source = "packages/server/src";
    const files = readdirSync(join(root, source), { recursive: true, encoding: "utf8" });
    const folders = files.filter((file) => /[\\/].*\.ts$/.test(file)).map((file) => file.split(/[\\/]/)[0]);
    const known = rooms.map(({ folder }) => folder);
    expect([...new Set(folders)].filter((folder) => !known.includes(`${source}/${folder}`))).toEqual([]);
  });

  test("are all seen to be broken once", () => {
    const folders = planted.map(([, folder]) => `${folder}/`);
    const isWithin = (rule: string) => folders.some((folder) => folder.startsWith(`${rule}/`));
    expect(boundaries.map(({ folder }) => folder).filter((folder) => !isWithin(folder))).toEqual([]);
    const limited = rooms.filter(({ folder }) => folder !== "packages/dashboard/src/app");
    expect(limited.filter(({ folder }) => !isWithin(folder.replace("/*", "")))).toEqual([]);
    const isBroken = ({ why, within }: (typeof guarded)[number]) =>
      files.some(({ file }) => file.startsWith(within) && of(file)[0]?.endsWith(why));
    expect(guarded.filter((guard) => !isBroken(guard))).toEqual([]);
  });

  test("catch files that import each other, if only for types", () => {
    const found = findBreaches(root, [
      { file: "packages/core/src/planted-a.ts", text: 'export { b } from "./planted-b.ts";' },
      { file: "packages/core/src/planted-b.ts", text: 'import type { C } from "./query/planted-c.ts";' },
      { file: "packages/core/src/query/planted-c.ts", text: 'import type { a } from "../planted-a.ts";' },
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^import circle: /);
    for (const name of ["planted-a.ts", "planted-b.ts", "query/planted-c.ts"])
      expect(found[0]).toContain(`packages/core/src/${name} -> `);
  });

  test("report an exception for files that do not import each other any more", () => {
    const file = "packages/dashboard/src/ui/schema-form/schema-field.tsx";
    expect(findBreaches(root, [{ file, text: "" }])).toEqual([
      expect.stringMatching(/^no import circle any more, .*schema-field\.tsx/),
    ]);
  });

  test("find every circle and the way around it", () => {
    const imports = new Map([
      ["a", ["b", "e"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", ["d", "missing"]],
      ["e", ["f", "b"]],
      ["f", []],
    ]);
    const circles = findCircles(imports);
    expect(circles.map((circle) => circle.toSorted())).toEqual([["d"], ["a", "b", "c", "e"]]);
    expect(circles.map((circle) => wayAround(imports, circle))).toEqual([
      ["d", "d"],
      ["a", "b", "c", "a"],
    ]);
    expect(findCircles(new Map(Object.entries({ a: ["b", "c"], b: ["c"], c: [] })))).toEqual([]);
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
