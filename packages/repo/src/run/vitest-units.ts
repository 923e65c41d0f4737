import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "../root.ts";
import { isInput } from "./inputs.ts";
import type { Unit } from "./kept.ts";

/** What every test depends on that vitest runs: the workspace, and what builds and drives it. */
const common = [
  ...["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "vitest.config.ts"],
  ...["package.json", "bootstrap.mjs", "tsconfig.base.json", "tsconfig.tests.base.json", "toolchain"].map(
    (name) => `packages/repo/${name}`,
  ),
  ...["root.ts", "run", "build", "drive"].map((name) => `packages/repo/src/${name}`),
];

/** The folders of the projects of `vitest.config.ts`; each of a package's folder has its name. */
const folders: Record<string, string> = { "packages/server mocked": "packages/server", e2e: "packages/repo" };

/**
 * What tests depend on besides their own package, the packages that it imports, and {@link common}. All rows that match
 * a path count.
 */
const more: { tests: string; inputs: string[] }[] = [];

/** Returns a unit for each test file of a project. */
export function vitestUnits(project: string, paths: readonly string[]): Unit[] {
  const folder = folders[project] ?? project;
  const files = paths.filter((path) => path.endsWith(".test.ts") && projectOf(path) === project);
  return files.map((file) => ({
    name: `${project} ${posix.relative(folder, file)}`,
    inputs: inputsOf(folder, file),
    file,
  }));
}

/** Returns the project that has a test file. */
function projectOf(path: string): string | undefined {
  if (path.startsWith("packages/repo/test/e2e/")) return "e2e";
  if (path.startsWith("packages/server/test/mocked/")) return "packages/server mocked";
  return /^(packages\/[^/]+|sdks\/node|sdks\/rust\/bindings|examples|conformance)\/(?:[^/]+\/)?test\//.exec(
    path,
  )?.[1];
}

function inputsOf(folder: string, file: string): string[] {
  const packages = closureOf(folder).flatMap((one) => [one, `!${one}/test`]);
  const own = [folder, "!*.test.ts", file];
  const others = more.filter(({ tests }) => isInput([tests], file)).flatMap(({ inputs }) => inputs);
  return [...common, ...packages, ...own, ...others];
}

const closures = new Map<string, string[]>();

/** Returns the folders of the packages of the workspace that a package imports, directly or not. */
function closureOf(folder: string): string[] {
  const known = closures.get(folder);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const visit = (one: string) => {
    for (const name of importedBy(one)) {
      const next = workspace().get(name);
      if (next === undefined || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(folder);
  found.delete(folder);
  closures.set(folder, [...found]);
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
