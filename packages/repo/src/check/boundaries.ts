import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** What the files of a folder may import. */
interface Boundary {
  /** Folder of the files, from the root. */
  folder: string;
  /** Packages of this repository that they may import. */
  ours: string[];
  /** Whether they may import Node's modules. */
  node: boolean;
  /** Third-party packages that they may import (default: those that package.json declares). */
  others?: string[];
}

export const boundaries: Boundary[] = [
  { folder: "packages/core/src", ours: [], node: false, others: [] },
  { folder: "packages/manifest/src", ours: ["@botyard/core"], node: true },
  { folder: "packages/runtime/src", ours: ["@botyard/core", "@botyard/manifest"], node: true, others: [] },
  {
    folder: "packages/server/src",
    ours: ["@botyard/core", "@botyard/manifest", "@botyard/runtime"],
    node: true,
  },
  {
    folder: "packages/mock-server/src",
    ours: ["@botyard/core", "@botyard/server"],
    node: true,
  },
  { folder: "packages/client/src", ours: [], node: true },
  {
    folder: "packages/cli/src",
    ours: [
      "@botyard/core",
      "@botyard/manifest",
      "@botyard/runtime",
      "@botyard/server",
      "@botyard/client",
      "@botyard/dashboard",
    ],
    node: true,
  },
  // The last for what the page and the server of the page must agree on.
  {
    folder: "packages/dashboard/src",
    ours: ["@botyard/core", "@botyard/client", "@botyard/dashboard"],
    node: false,
  },
  { folder: "sdks/node/src", ours: ["@botyard/core"], node: true, others: [] },
  { folder: "sdks/rust/bindings/src", ours: [], node: true, others: [] },
  // The conformance suite must not depend on the code that it tests.
  { folder: "conformance/src", ours: [], node: true },
  { folder: "examples", ours: ["@botyard/sdk"], node: true, others: [] },
];

/** Modules that, within a folder, only some folders or files may import, with the reason to print. */
export const guarded: { module: RegExp; within: string; only: string[]; why: string }[] = [
  {
    module: /^(kysely|better-sqlite3)$/,
    within: "packages",
    only: ["packages/server/src/store/sqlite", "packages/repo"],
    why: "only server/store/sqlite uses SQL",
  },
  {
    module: /^\.\/sqlite\//,
    within: "packages/server/src/store",
    only: ["packages/server/src/store/index.ts"],
    why: "the verbs of the store are declared without a database",
  },
  {
    module: /^@botyard\/runtime\/[a-z]+$/,
    within: "packages/server/src",
    only: ["packages/server/src/executors.ts"],
    why: "executors.ts loads the executor that the settings name",
  },
  {
    module: /^@botyard\/server(\/(?!operations$|openapi\.json$).*)?$/,
    within: "packages/mock-server/src",
    only: [],
    why: "the mock loads no database, web framework or executor",
  },
  {
    module: /^node:child_process$/,
    within: "packages/mock-server/src",
    only: ["packages/mock-server/src/run-command.ts"],
    why: "the mock starts no process but the command after --",
  },
  {
    module: /^node:child_process$/,
    within: "packages/server/src",
    only: [],
    why: "only the runtime's executors start processes",
  },
  {
    module: /^node:child_process$/,
    within: "packages/runtime/src",
    // The second file runs fallocate, a tool of the machine, to free disk space.
    only: ["packages/runtime/src/executors", "packages/runtime/src/output/free-ingested.ts"],
    why: "only the runtime's executors start processes",
  },
];

/** A folder that other folders of its package import only through its `index.ts`. */
interface Room {
  folder: string;
  /** Rooms that it may import. */
  uses: string[];
}

const server = "packages/server/src";

const room = (name: string, ...uses: string[]): Room => ({
  folder: `${server}/${name}`,
  uses: uses.map((used) => `${server}/${used}`),
});

export const rooms: Room[] = [
  room("store"),
  room("output", "store"),
  room("processes", "store", "output"),
  room("ticks", "store", "output", "processes"),
  room("queries", "store", "output", "processes"),
];

/** Files that may call process.exit; all others must return or throw. */
export const mains = [
  /^packages\/cli\/src\/main\.ts$/,
  /^packages\/repo\/src\/[a-z]+\.ts$/,
  /^conformance\/src\/main\.ts$/,
  /^sdks\/node\/src\/process(\/[a-z-]+)?\.ts$/,
  /^examples\/[a-z-]+\/src\/main\.ts$/,
  /^examples\/[a-z-]+\/(main|query)\.m?[jt]s$/,
];

const importOf =
  /(?:^|[\s;}])(?:import|export)\s[^"';]*?from\s*["']([^"']+)["']|(?:^|[\s;}(])import\s*\(?\s*["']([^"']+)["']/gm;

/** Removes comments, which may mention forbidden imports. */
function codeOf(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

export function importsOf(text: string): string[] {
  return [...codeOf(text).matchAll(importOf)].map((match) => (match[1] ?? match[2])!);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /\.(ts|mts|mjs|js)$/.test(entry.name) && !entry.name.endsWith(".d.ts"),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|\/)(node_modules|dist|vendor|fixtures|templates|test|tests|data)\//.test(file));
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

const isInside = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** Returns why a file may not import another one of its package, if it may not. */
function objectionOfRooms(file: string, target: string): string | undefined {
  const entered = rooms.find(({ folder }) => isInside(target, folder));
  const own = rooms.find(({ folder }) => isInside(file, folder));
  if (!entered || entered === own) return undefined;
  if (target !== `${entered.folder}/index.ts`) return `import ${entered.folder}/index.ts instead`;
  if (own && !own.uses.includes(entered.folder))
    return `${own.folder} may use ${own.uses.join(", ") || "no other room"}`;
  return undefined;
}

function breachesOfFile(file: string, text: string, boundary: Boundary): string[] {
  const found: string[] = [];
  for (const specifier of importsOf(text)) {
    const breach = (why: string) => found.push(`${file} imports ${specifier}: ${why}`);
    if (specifier.startsWith(".")) {
      const target = join(dirname(file), specifier);
      const home = boundary.folder === "examples" ? file.split("/").slice(0, 2).join("/") : boundary.folder;
      if (!isInside(target, home) && !target.endsWith(".json"))
        breach(`the file is outside of ${home}; import its package by name`);
      const objection = objectionOfRooms(file, target);
      if (objection) breach(objection);
    } else if (specifier.startsWith("node:")) {
      if (!boundary.node) breach(`${boundary.folder} may not import Node modules`);
    } else if (specifier.startsWith("@botyard/")) {
      if (!boundary.ours.includes(packageOf(specifier)))
        breach(
          `${boundary.folder} may import ${boundary.ours.join(", ") || "no package of this repository"}`,
        );
    } else if (boundary.others && !boundary.others.includes(packageOf(specifier))) {
      breach(`${boundary.folder} may import ${boundary.others.join(", ") || "no third-party package"}`);
    }
    for (const guard of guarded)
      if (
        guard.module.test(specifier) &&
        isInside(file, guard.within) &&
        !guard.only.some((o) => isInside(file, o))
      )
        breach(guard.why);
  }
  if (/\bprocess\.(exit|reallyExit)\s*\(/.test(codeOf(text)) && !mains.some((main) => main.test(file)))
    found.push(`${file} calls process.exit, which only main files may; return or throw instead`);
  return found;
}

/** Returns the files of the first import cycle; undefined if there is none. */
export function findCycle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (done.has(file)) return undefined;
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Returns every violation of the import rules below `root`, one sentence each. */
export function findBreaches(root: string, planted: { file: string; text: string }[] = []): string[] {
  const breaches: string[] = [];
  const graph = new Map<string, string[]>();
  for (const boundary of boundaries) {
    const files = filesUnder(join(root, boundary.folder)).map((file) => ({
      file: relative(root, file).split(sep).join("/"),
      text: readFileSync(file, "utf8"),
    }));
    for (const { file, text } of [...files, ...planted.filter((p) => isInside(p.file, boundary.folder))]) {
      breaches.push(...breachesOfFile(file, text, boundary));
      const values = text.replace(/(^|\n)\s*(import|export)\s+type\s[^;]*;/g, "\n");
      graph.set(
        file,
        importsOf(values)
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) =>
            relative(root, resolve(root, dirname(file), specifier))
              .split(sep)
              .join("/"),
          ),
      );
    }
  }
  const cycle = findCycle(graph);
  if (cycle) breaches.push(`import cycle: ${cycle.join(" -> ")}`);
  return breaches;
}
