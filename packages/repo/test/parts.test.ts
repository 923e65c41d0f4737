import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/root.ts";
import { compiling, longest } from "../src/run/longest-first.ts";
import { joinVitest, partsOf } from "../src/run/parts.ts";

const options = { thorough: false, reports: "reports", paths: [] };
const names = (chosen: string[]) => {
  const parts = partsOf(options).filter(({ name }) => chosen.includes(name));
  return joinVitest(parts, options).map(({ name }) => name);
};

test("the tests that vitest runs are one part, in the place of the first", () => {
  expect(names(["check", "typescript", "examples", "e2e", "conformance"])).toEqual([
    "check",
    "typescript, examples, e2e",
    "conformance",
  ]);
  expect(names(["python", "e2e", "fuzz"])).toEqual(["python", "e2e", "fuzz"]);
  expect(names(["check"])).toEqual(["check"]);
});

test("a joined part needs the programs of each of its parts", () => {
  const [joined] = joinVitest(
    partsOf(options).filter((part) => "projects" in part),
    options,
  );
  expect(joined?.needs.map(({ name }) => name)).toEqual(["Python 3.11 with venv and pip"]);
  expect(joined?.wants?.map(({ name }) => name)).toContain("bwrap");
});

test("every test file that has a place in the order exists", () => {
  for (const path of [...longest, ...compiling]) expect(existsSync(join(root, path)), path).toBe(true);
});

test("no testee's build passes its lock on to programs that it leaves running, such as compiler servers", () => {
  const folder = join(root, "conformance/testees");
  const options = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name, "testee.yaml"), "utf8");
    return [...text.matchAll(/\bflock,\s*(\S+),/g)].map(([, option]) => `${name}: ${option}`);
  });
  expect(options.length).toBeGreaterThan(3);
  expect(options.filter((option) => !option.endsWith(": -o"))).toEqual([]);
});
