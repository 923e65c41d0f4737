import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { importsOf } from "../src/check/imports.ts";
import { root } from "../src/root.ts";
import { matcherOf, Sources } from "../src/run/inputs.ts";
import { partsOf } from "../src/run/parts.ts";

const { paths } = new Sources(root);
const files = new Set(paths);
const units = partsOf({ thorough: false, reports: "reports", paths }).flatMap((part) => part.units ?? []);

/** The files of the repository that a file imports; for a package of the workspace, its `package.json`, which names others. */
const importsOfFile = memoized((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const names = isPackage(file) ? Object.keys(JSON.parse(text).dependencies ?? {}) : importsOf(text);
  return names.flatMap((name) => {
    const [scope, short] = name.split("/");
    const found = name.startsWith(".")
      ? posix.join(posix.dirname(file), name)
      : `${short === "sdk" ? "sdks/node" : `packages/${short}`}/package.json`;
    return (scope === "@botyard" || name.startsWith(".")) && files.has(found) ? [found] : [];
  });
});

const isPackage = (file: string) => file.endsWith("/package.json");

function memoized<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key)!;
  };
}

/** What a test file imports, and what that imports, with the file that does. */
function reachable(file: string): Map<string, string> {
  const found = new Map([[file, file]]);
  for (const [from] of found) {
    if (!/\.tsx?$/.test(from) && !isPackage(from)) continue;
    for (const to of importsOfFile(from)) if (!found.has(to)) found.set(to, from);
  }
  return found;
}

/** The command line serves the dashboard, which its tests do not open. */
const isMeant = (to: string, from: string) =>
  ["packages/cli/src/commands/serve.ts", "packages/cli/package.json"].includes(from) &&
  to.startsWith("packages/dashboard/");

test("what a test file imports, directly or not, is among its inputs", () => {
  const missing = units.flatMap(({ file, inputs }) => {
    if (file === undefined) return [];
    const isInput = matcherOf(inputs);
    return [...reachable(file)].flatMap(([to, from]) =>
      isInput(to) || isMeant(to, from) ? [] : [`${file}: ${to}, imported by ${from}`],
    );
  });
  expect(missing).toEqual([]);
});
