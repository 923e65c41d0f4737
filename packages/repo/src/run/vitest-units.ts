import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "../root.ts";
import { type Inputs, isInput, matcherOf } from "./inputs.ts";
import type { Unit } from "./kept.ts";
import { onPostgres, runsOnPostgres } from "./on-postgres.ts";

/** What every test depends on that vitest runs: the workspace, and what builds and drives it. */
const common = [
  ...["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "vitest.config.ts"],
  ...["package.json", "bootstrap.mjs", "tsconfig.base.json", "tsconfig.tests.base.json", "toolchain"].map(
    (name) => `packages/repo/${name}`,
  ),
  ...["root.ts", "run", "build", "drive"].map((name) => `packages/repo/src/${name}`),
];

/** The folders of projects that do not have the name of theirs. */
const folders: Record<string, string> = {
  "packages/server mocked": "packages/server",
  e2e: "packages/repo",
  ...Object.fromEntries(onPostgres.map(({ name, root }) => [name, root])),
};

/** Packages that tests use and their package.json does not name, or names for other reasons than its tests. */
const uses: Record<string, string[]> = {
  "packages/client": ["packages/mock-server"],
  "packages/mock-server": ["packages/client"],
  // Its tests do not open the dashboard that it serves.
  "packages/cli": ["packages/mock-server", "!packages/dashboard"],
  "packages/dashboard": ["packages/cli"],
  // Each of its tests says below what it reads.
  "packages/repo": ["!packages", "!sdks"],
  e2e: ["!packages/dashboard"],
  "e2e on PostgreSQL": ["!packages/dashboard"],
};

const everything = "*";
const templates = ["packages/cli/templates", "packages/cli/src"];
const page = (name: string) => `docs/reference/${name}.md`;

const compiled = ["cpp", "csharp", "haskell", "rust", "scala"];
/** Each is followed by building a bot with the published archives, which takes minutes. */
const projectPages = ["typescript", ...compiled].map((name) => `docs/how-to/write-a-bot-in-${name}.md`);

/** What tests depend on besides their own package, the packages that it uses, and {@link common}. All matches count. */
const more: { tests: Inputs; inputs: Inputs }[] = [
  // Quick tests that compare files of the whole repository.
  {
    tests: [
      ...["boundaries", "error-tables", "numbers", "packages", "pages", "parts"],
      ...["screenshots", "sdk-names", "unit-imports", "unit-inputs", "versions", "words"],
    ].map((name) => `packages/repo/test/${name}.test.ts`),
    inputs: [everything],
  },
  {
    tests: ["packages/repo/test/published.test.ts"],
    inputs: [
      ...["packages", "sdks", "conformance", "!*.test.ts"],
      ...["docs/how-to", "docs/tutorials", "README.md", "LICENSE", "examples/price-feed"],
      ...projectPages.map((page) => `!${page}`),
    ],
  },
  {
    tests: ["packages/repo/test/published-bots.test.ts"],
    inputs: ["packages", "sdks", "!sdks/python", "!*.test.ts", "LICENSE", ...projectPages],
  },
  {
    tests: ["packages/repo/test/debian-package.test.ts"],
    inputs: [
      ...["packages", "sdks", "conformance", "!*.test.ts", "LICENSE"],
      ...["docs/reference/environment.md", "docs/how-to/install-on-debian.md"],
    ],
  },
  // What they install is tested in the thorough tier, which ignores earlier results.
  {
    tests: ["packages/repo/test/e2e/debian-machine.test.ts"],
    inputs: ["docs/how-to/install-on-debian.md"],
  },
  {
    tests: ["packages/repo/test/e2e/container.test.ts"],
    inputs: ["docs/how-to/run-in-a-container.md"],
  },
  // What the recipes do is tested in the thorough tier, too.
  {
    tests: ["packages/repo/test/e2e/recipes.test.ts"],
    inputs: ["docs/how-to/run-what-you-already-have.md"],
  },
  ...["cpp-consumer", "csharp", "haskell", "rust", "scala"].map((name) => ({
    tests: [`packages/repo/test/${name}.test.ts`],
    inputs: [...templates, `sdks/${name.replace("-consumer", "")}`, `examples/crossover-${name}`],
  })),
  { tests: ["packages/repo/test/bench.test.ts"], inputs: ["packages", "sdks/node", "!*.test.ts"] },
  { tests: ["packages/repo/test/gate.test.ts"], inputs: ["sdks/python/requirements-dev.txt"] },
  {
    tests: ["packages/repo/test/bootstrap.test.ts", "packages/repo/test/cpp-consumer.test.ts"],
    inputs: ["packages/border", "packages/core", "packages/manifest", "packages/runtime", "!*.test.ts"],
  },
  { tests: ["packages/repo/test/sdk-pairs.test.ts"], inputs: ["packages/repo/src/bench"] },
  {
    tests: ["packages/repo/test/e2e"],
    inputs: ["sdks/node", "sdks/python", "examples", "packages/repo/src"],
  },
  ...["demo", "proxies", "screenshots"].map((name) => ({
    tests: [`packages/repo/test/e2e/${name}.test.ts`],
    inputs: ["packages/dashboard", "!packages/dashboard/test"],
  })),
  { tests: ["packages/repo/test/e2e/bench.test.ts"], inputs: ["packages/repo/bench", "sdks"] },
  {
    tests: ["packages/repo/test/e2e/own-kernel.test.ts"],
    inputs: ["cgroup-limits", "memory-escapes"].map((name) => `packages/runtime/test/${name}.test.ts`),
  },
  {
    tests: ["packages/repo/test/e2e/add-an-operation.test.ts"],
    inputs: ["docs/how-to/add-an-operation.md", "packages/mock-server"],
  },

  // New projects and packed bots have the SDKs for Node and Python.
  { tests: ["packages/cli"], inputs: ["sdks/node", "sdks/python", "packages/core", "LICENSE"] },
  { tests: ["packages/cli/test/sdks.test.ts"], inputs: ["sdks"] },
  { tests: ["packages/cli/test/real/compiled.test.ts"], inputs: ["sdks", "!sdks/node", "!sdks/python"] },
  ...compiled.map((name) => ({
    tests: [`packages/cli/test/${name}.test.ts`],
    inputs: [`sdks/${name}`],
  })),
  { tests: ["packages/cli/test/reference.test.ts"], inputs: [page("cli")] },

  {
    tests: ["packages/cli/test/real/observability.test.ts"],
    inputs: ["docs/how-to/watch-with-prometheus.md", page("metrics")],
  },

  { tests: ["packages/cli/test/own-tests.test.ts"], inputs: ["docs/how-to/test-a-bot.md"] },

  { tests: ["packages/border/test/clients.test.ts"], inputs: [page("network-clients")] },
  { tests: ["packages/border/test/ways.test.ts"], inputs: [page("escape-attempts")] },

  { tests: ["sdks/node/test/money.test.ts"], inputs: ["docs/explanation/money.md"] },
  { tests: ["sdks/node/test/bundle.test.ts"], inputs: ["packages/cli/src", "packages/manifest"] },
  { tests: ["packages/core/test/loggers.test.ts"], inputs: ["docs/how-to", "sdks/python/README.md"] },
  { tests: ["packages/core/test/contract-page.test.ts"], inputs: [page("contract")] },
  { tests: ["packages/manifest/test/reference-page.test.ts"], inputs: [page("bot-config")] },
  { tests: ["packages/mock-server/test/reference.test.ts"], inputs: [page("mock-server")] },
  { tests: ["packages/server/test/docs"], inputs: ["docs/reference", "docs/how-to"] },

  { tests: ["sdks/rust/bindings"], inputs: ["sdks/rust", "docs/how-to/choose-a-contract-core.md"] },
  { tests: ["sdks/rust/bindings/test/agreement.test.ts"], inputs: ["conformance/cases"] },
  { tests: ["examples/expected", "examples/spread-monitor"], inputs: ["sdks", "packages/core"] },
  {
    tests: ["examples/expected/test/deployable.test.ts"],
    inputs: [...["cli", "client", "manifest"].map((name) => `packages/${name}`), "!*.test.ts"],
  },
  ...["node", ...compiled].map((name) => ({
    tests: [`examples/crossover-${name}`],
    inputs: [`sdks/${name}`, "packages/core"],
  })),

  {
    tests: ["conformance"],
    inputs: [...["conformance", "!*.test.ts", page("contract")], ...["sdks/node", "packages/core"]],
  },
  {
    tests: ["conformance/test/testees", "conformance/test/testee", "conformance/test/adapters.test.ts"],
    inputs: ["sdks"],
  },
  {
    tests: ["docs", "cases", "platform", "judge"].map((name) => `conformance/test/${name}`),
    inputs: ["docs/reference", "packages/server/src"],
  },
  // It looks for the tests that the contract's exclusions name, in any folder.
  { tests: ["conformance/test/spec"], inputs: [everything] },
  {
    tests: ["conformance/test/how-to.test.ts", "conformance/test/tutorial.test.ts"],
    inputs: [
      ...["docs/how-to", "docs/reference", "docs/tutorials", "packages/repo/test/page.ts"],
      ...["border", "cli", "manifest", "runtime", "server"].map((name) => `packages/${name}`),
      "!*.test.ts",
    ],
  },
];

/** Returns a unit for each test file of a project. */
export function vitestUnits(project: string, paths: readonly string[]): Unit[] {
  const folder = folders[project] ?? project;
  const files = paths.filter(
    (path) => path.endsWith(".test.ts") && (projectOf(path) === project || runsOnPostgres(project, path)),
  );
  return files.map((file) => ({
    name: `${project} ${posix.relative(folder, file)}`,
    inputs: inputsOf(project, folder, file),
    file,
  }));
}

/** Returns the project that has a test file. */
function projectOf(path: string): string | undefined {
  if (path.startsWith("packages/repo/test/e2e/")) return "e2e";
  if (path.startsWith("packages/server/test/mocked/")) return "packages/server mocked";
  if (path.startsWith("packages/server/test/on-postgres/")) return "packages/server on PostgreSQL";
  return /^(packages\/[^/]+|sdks\/node|sdks\/rust\/bindings|examples|conformance)\/(?:[^/]+\/)?test\//.exec(
    path,
  )?.[1];
}

function inputsOf(project: string, folder: string, file: string): Inputs {
  const packages = [...packagesOf(project, folder), folder, "!*.test.ts", file];
  const others = more.filter(({ tests }) => isInput(tests, file)).flatMap(({ inputs }) => [...inputs, file]);
  return [...common, ...packages, ...others];
}

const known = new Map<string, string[]>();

/** Returns the folders of the packages of the workspace that the tests of a project use, directly or not. */
function packagesOf(project: string, folder: string): string[] {
  let found = known.get(project);
  if (found === undefined) {
    const named = uses[project] ?? [];
    const used = closureOf([folder, ...named.filter((one) => !one.startsWith("!"))]);
    found = used.filter(matcherOf([...used, ...named]));
    known.set(project, found);
  }
  return found;
}

function closureOf(folders: string[]): string[] {
  const found = new Set<string>();
  const visit = (folder: string) => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const name of importedBy(folder)) {
      const next = workspace().get(name);
      if (next !== undefined) visit(next);
    }
  };
  for (const folder of folders) visit(folder);
  return [...found];
}

interface Package {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function importedBy(folder: string): string[] {
  const file = join(root, folder, "package.json");
  if (!existsSync(file)) return [];
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, "utf8")) as Package;
  return Object.keys({ ...dependencies, ...devDependencies });
}

let names: Map<string, string> | undefined;

/** The folders of the packages, by name. */
function workspace(): Map<string, string> {
  names ??= new Map(
    [...readdirSync(join(root, "packages")).map((name) => `packages/${name}`), "sdks/node"].flatMap(
      (folder) => {
        const file = join(root, folder, "package.json");
        if (!existsSync(file)) return [];
        return [[(JSON.parse(readFileSync(file, "utf8")) as Package).name ?? folder, folder] as const];
      },
    ),
  );
  return names;
}
