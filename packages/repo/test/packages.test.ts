import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { publishedPackages } from "../src/build/packages.ts";
import { root } from "../src/root.ts";
import { run } from "../src/run/command.ts";

const text = (path: string) => readFileSync(join(root, path), "utf8");
const json = (path: string) => JSON.parse(text(path));

describe("every package", () => {
  const folders = [...publishedPackages().map(({ folder }) => folder), "packages/repo"];

  test.each(folders)("%s can be tested and checked by itself", (folder) => {
    const up = relative(join(root, folder), root);
    const { scripts } = json(`${folder}/package.json`);
    // Files that replace modules are a project of their own.
    const projects = existsSync(join(root, folder, "test", "mocked")) ? `'${folder}*'` : folder;
    expect(scripts.test).toBe(`cd ${up} && vitest run --project ${projects}`);
    expect(scripts.check).toContain(
      `cd ${up} && biome check ${folder} && tsc -b ${folder} && tsc -p ${folder}/test`,
    );
  });

  test("can be tested with the clone's pnpm", async () => {
    const pnpm = [join(root, "packages", "repo", "bootstrap.mjs"), "pnpm"];
    const script = ["--filter", "@botyard/core", "test", "result"];
    const { code, output } = await run(process.execPath, [...pnpm, ...script], { quiet: true });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/Tests .*\d+ passed/) });
  });
});

test("the versions of a dependency of several packages are in a catalog", () => {
  const users = new Map<string, string[]>();
  const folders = [
    ...publishedPackages().map(({ folder }) => folder),
    "packages/repo",
    "examples/price-feed",
  ];
  for (const folder of [".", ...folders]) {
    const { dependencies, devDependencies } = json(`${folder}/package.json`);
    for (const [name, range] of Object.entries<string>({ ...dependencies, ...devDependencies }))
      if (!range.startsWith("workspace:")) users.set(name, [...(users.get(name) ?? []), range]);
  }
  for (const [name, ranges] of users)
    for (const range of ranges)
      expect(range, name).toMatch(ranges.length > 1 ? /^catalog:/ : /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/);
});

describe("the folders of tests", () => {
  const files = ["packages", "sdks/node", "sdks/rust/bindings", "conformance", "examples"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => path.endsWith(".test.ts") && !/node_modules|templates/.test(path)),
  );

  test("each have a tsconfig.json that an editor finds, with the options of npm run check", () => {
    expect(files.length).toBeGreaterThan(100);
    const found = new Set(files.map((file) => nearestConfig(dirname(file))));
    for (const config of found)
      expect(join(dirname(config), json(config).extends), config).toBe(
        "packages/repo/tsconfig.tests.base.json",
      );
    expect(json("packages/repo/tsconfig.tests.json").extends).toBe("./tsconfig.tests.base.json");
  });

  function nearestConfig(folder: string): string {
    const config = join(folder, "tsconfig.json");
    return existsSync(join(root, config)) ? config : nearestConfig(dirname(folder));
  }
});

test("every copy of the licence is the same", () => {
  expect(text("LICENSE")).toMatch(/^ +Apache License\n +Version 2\.0, January 2004\n/);
  expect(text("sdks/python/LICENSE")).toBe(text("LICENSE"));
});

test(".editorconfig matches the formatters", () => {
  const { indentWidth, lineWidth, indentStyle } = json("biome.json").formatter;
  const sections = text(".editorconfig").split(/^\[/m);
  const [everywhere, python] = ["*]", "*.py]"].map((name) => sections.find((one) => one.startsWith(name)));
  expect(everywhere).toContain(
    `indent_style = ${indentStyle}\nindent_size = ${indentWidth}\nmax_line_length = ${lineWidth}\n`,
  );
  const length = /^line-length = (\d+)$/m.exec(text("sdks/python/pyproject.toml"))![1];
  expect(python).toContain(`indent_size = 4\nmax_line_length = ${length}\n`);
});
