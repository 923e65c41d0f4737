import { matchesGlob } from "node:path";

/** Tests that run a second time, with their records in PostgreSQL. The patterns are relative to `root`. */
interface OnPostgres {
  /** Their project. */
  name: string;
  root: string;
  include: string[];
  exclude?: string[];
}

export const onPostgres: OnPostgres[] = [
  {
    name: "packages/server on PostgreSQL",
    root: "packages/server",
    include: [
      "blobs",
      "browser",
      "custom-bots",
      "http",
      "isolation",
      "mcp",
      "networks",
      "output",
      "postgres",
      "processes",
      "queries",
      "secrets",
      "store",
      "ticks",
      "users",
    ].map((room) => `test/${room}/**/*.test.ts`),
    // What SQLite alone has: its files, its plans, and reads that share a thread with everything else.
    exclude: [
      ...["damaged-store", "full-store", "lifecycle"].map((name) => `test/http/${name}.test.ts`),
      ...["database", "long-reads", "overview-reads", "place", "plans", "turns", "update"].map(
        (name) => `test/store/${name}.test.ts`,
      ),
      "test/output/backlog.test.ts",
      // Contents of packages that only the data folder has.
      "test/processes/changed-contents.test.ts",
      "test/ticks/changed-package.test.ts",
    ],
  },
  {
    name: "e2e on PostgreSQL",
    root: "packages/repo",
    include: [
      "postgres/**/*",
      ...["acknowledged-writes", "add-an-operation", "budget", "dropped", "platform-death", "query-table"],
      ...["requests-over-crashes", "schedule", "ticks-over-restarts", "tool-server"],
      // Forty hostile bots and the server need a machine of their own.
      ...(process.env.BOTYARD_THOROUGH === "1" ? ["torture"] : []),
    ].map((name) => `test/e2e/${name}.test.ts`),
  },
];

/** Returns whether a test file, by its path in the repository, belongs to one of these projects. */
export function runsOnPostgres(project: string, path: string): boolean {
  const found = onPostgres.find(({ name }) => name === project);
  if (!found || !path.startsWith(`${found.root}/`)) return false;
  const own = path.slice(found.root.length + 1);
  const matches = (patterns: string[] = []) => patterns.some((pattern) => matchesGlob(own, pattern));
  return matches(found.include) && !matches(found.exclude);
}
