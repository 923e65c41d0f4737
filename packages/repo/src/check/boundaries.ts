/** What the files of a folder may import. */
export interface Boundary {
  /** Folder of the files, from the root. */
  folder: string;
  /** Packages of this repository that they may import. */
  ours: string[];
  /** Whether they may import Node's modules. */
  node: boolean;
  /** Third-party packages that they may import (default: those that package.json declares). */
  others?: string[];
  /** Files outside of the folder that they may import. */
  outside?: string[];
}

export const boundaries: Boundary[] = [
  { folder: "packages/core/src", ours: [], node: false, others: [] },
  { folder: "packages/manifest/src", ours: ["@botyard/core"], node: true },
  { folder: "packages/border/src", ours: [], node: true },
  {
    folder: "packages/runtime/src",
    ours: ["@botyard/border", "@botyard/core", "@botyard/manifest"],
    node: true,
    others: [],
  },
  {
    folder: "packages/server/src",
    ours: ["@botyard/border", "@botyard/core", "@botyard/manifest", "@botyard/runtime"],
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
  {
    folder: "packages/dashboard/src",
    ours: ["@botyard/core", "@botyard/client", "@botyard/manifest"],
    node: false,
    // The page and the server of the page must agree on its addresses.
    outside: ["packages/dashboard/paths.js"],
  },
  { folder: "sdks/node/src", ours: ["@botyard/core"], node: true, others: [] },
  { folder: "sdks/rust/bindings/src", ours: [], node: true, others: [] },
  // The conformance suite must not depend on the code that it tests.
  { folder: "conformance/src", ours: [], node: true },
  {
    folder: "packages/repo/src",
    ours: [
      "@botyard/border",
      "@botyard/core",
      "@botyard/manifest",
      "@botyard/runtime",
      "@botyard/client",
      "@botyard/sdk",
    ],
    node: true,
  },
  { folder: "examples", ours: ["@botyard/sdk"], node: true, others: ["ccxt"] },
];

/** Modules that, within a folder, only some folders or files may import, with the reason to print. */
export const guarded: { module: RegExp; within: string; only: string[]; why: string }[] = [
  {
    module: /^kysely$/,
    within: "packages",
    only: [
      ...["sql", "sqlite", "postgres"].map((room) => `packages/server/src/store/${room}`),
      "packages/server/src/blobs/postgres",
      "packages/repo",
    ],
    why: "only server/store and server/blobs/postgres use SQL",
  },
  {
    module: /^pg(-connection-string|pass)?$/,
    within: "packages",
    only: ["packages/server/src/store/postgres", "packages/repo"],
    why: "only server/store/postgres knows PostgreSQL",
  },
  {
    module: /^better-sqlite3$/,
    within: "packages",
    only: ["packages/server/src/store/sqlite", "packages/repo"],
    why: "only server/store/sqlite knows SQLite",
  },
  {
    module: /^\.\/(sql|sqlite|postgres)\//,
    within: "packages/server/src/store",
    only: ["index.ts", "open.ts", "operators.ts"].map((file) => `packages/server/src/store/${file}`),
    why: "the verbs of the store are declared without a database",
  },
  {
    module: /\/blobs\/postgres\//,
    within: "packages/server/src",
    only: ["open.ts", "postgres/copy-source.ts", "postgres/copy-target.ts"].map(
      (file) => `packages/server/src/store/${file}`,
    ),
    why: "open.ts decides where contents of packages are kept, and copies of stores take them along",
  },
  {
    module: /^\.\.\/(sqlite|postgres)\//,
    within: "packages/server/src/store/sql",
    only: [],
    why: "the verbs in SQL know no engine",
  },
  {
    module: /^@botyard\/runtime\/[a-z]+$/,
    within: "packages/server/src",
    only: ["packages/server/src/settings/executors.ts"],
    why: "executors.ts loads the executor that the settings name",
  },
  {
    module: /^@botyard\/server(\/(?!building-blocks$|openapi\.json$).*)?$/,
    within: "packages/mock-server/src",
    only: [],
    why: "the mock loads no database, web framework or executor",
  },
  {
    module: /^@botyard\/manifest(?!\/settings$)/,
    within: "packages/dashboard/src",
    only: [],
    why: "a page loads the table of settings, not what checks packages",
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
    // It runs the operator's command that prints a key.
    only: ["packages/server/src/secrets/load-keys.ts"],
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

/** A folder within a package. */
export interface Room {
  /** A last segment `*` stands for each folder there, which is a room of its own. */
  folder: string;
  /** Rooms of the package that it may import. */
  uses: string[];
  /** Whether others import it only through its `index.ts`. */
  hasIndex: boolean;
}

const roomsOf = (source: string, hasIndex: boolean, uses: Record<string, string[]>): Room[] =>
  Object.entries(uses).map(([name, used]) => ({
    folder: `${source}/${name}`,
    uses: used.map((one) => `${source}/${one}`),
    hasIndex,
  }));

const basic = ["model", "errors", "settings"];
const services = ["backup", "bots", "custom-bots", "keys", "measures", "users"];

export const rooms: Room[] = [
  // All folders of the server. Beside them are what joins them (`index`, `platform`, `compose`, `building-blocks`), what
  // most of them are given (`bus`, `clock`), and `version`, which the bundle reads from the folder above.
  ...roomsOf("packages/server/src", false, {
    model: [],
    errors: [],
    concurrency: [],
    selection: ["model"],
    blobs: [],
    settings: ["errors"],
    state: ["model", "errors", "concurrency"],
  }),
  ...roomsOf("packages/server/src", true, {
    store: [...basic, "selection", "blobs"],
    secrets: [...basic, "store"],
    backup: [...basic, "store"],
    output: [...basic, "store", "secrets"],
    networks: [...basic, "store", "output"],
    processes: [...basic, "state", "store", "custom-bots", "secrets", "output", "networks"],
    ticks: [...basic, "state", "store", "output", "processes"],
    queries: [...basic, "store", "output", "processes", "networks"],
  }),
  // The engine and the services know no operation, and operations know no door.
  ...roomsOf("packages/server/src", false, {
    engine: [...basic, "store", "secrets", "output", "processes", "ticks", "queries", "networks"],
    "custom-bots": [...basic, "concurrency", "store", "blobs"],
    users: [...basic, "concurrency", "store", "keys"],
    keys: [...basic, "store", "users"],
    bots: [...basic, "store", "custom-bots", "secrets", "engine", "networks"],
    measures: ["concurrency", "selection", "settings", "store", "networks", "operations"],
    operations: [
      ...basic,
      "concurrency",
      "selection",
      "state",
      "store",
      "queries",
      "secrets",
      "engine",
      ...services,
    ],
    doors: [...basic, "selection", "state", "store", "operations", ...services],
  }),
  ...roomsOf("packages/dashboard/src", false, {
    lib: [],
    platform: ["lib"],
    ui: ["lib", "platform"],
    domain: ["lib", "platform", "ui"],
    "features/*": ["lib", "platform", "ui", "domain"],
    app: ["lib", "platform", "ui", "domain", "features/*"],
  }),
];

const form = "packages/dashboard/src/ui/schema-form";

/** Files that import each other for a reason. No others may, not even for types. */
export const recursions: { files: string[]; why: string }[] = [
  {
    files: ["schema-form", "schema-field", "list-input", "alternatives"].map((name) => `${form}/${name}.tsx`),
    why: "a schema contains schemas, and so a field contains a form",
  },
];

/** Files that may call process.exit; all others must return or throw. */
export const mains = [
  /^packages\/(border|cli)\/src\/main\.ts$/,
  /^packages\/repo\/src\/[a-z]+\.ts$/,
  // Contains the code of a bot that ends itself.
  /^packages\/repo\/src\/bench\/starts\.ts$/,
  /^conformance\/src\/main\.ts$/,
  /^sdks\/node\/src\/process(\/[a-z-]+)?\.ts$/,
  /^examples\/[a-z-]+\/src\/main\.ts$/,
  /^examples\/[a-z-]+\/(main|query)\.m?[jt]s$/,
];
