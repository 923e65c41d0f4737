import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildByContent } from "../src/build/by-content.ts";

let home: string;
let builds: number;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "botyard-by-content-"));
  builds = 0;
  writeFileSync(join(home, "source"), "1");
});
afterEach(() => rmSync(home, { recursive: true }));

/** Copies the source to `built/result`, and then does what `after` does. */
const build = (after: () => void = () => {}, also?: () => string) =>
  buildByContent({
    ...{ built: join(home, "built"), sources: [join(home, "source")] },
    ...(also && { also }),
    async make(fresh) {
      builds += 1;
      writeFileSync(join(fresh, "result"), readFileSync(join(home, "source")));
      after();
    },
  });
const result = () => readFileSync(join(home, "built", "result"), "utf8");

test("what has been built is built again only if its sources, or what else it depends on, change", async () => {
  await build();
  await build();
  expect([builds, result()]).toEqual([1, "1"]);
  writeFileSync(join(home, "source"), "2");
  await build();
  expect([builds, result()]).toEqual([2, "2"]);
  await build(undefined, () => "another compiler");
  expect(builds).toBe(3);
});

test("a build that fails leaves the one before, and none that is half done", async () => {
  const fail = () => {
    throw new Error("no space");
  };
  await expect(build(fail)).rejects.toThrow("no space");
  expect(existsSync(join(home, "built"))).toBe(false);
  await build();
  writeFileSync(join(home, "source"), "2");
  await expect(build(fail)).rejects.toThrow("no space");
  expect(result()).toBe("1");
});

test("what was built while its sources changed is built again, even if they are restored", async () => {
  await build(() => writeFileSync(join(home, "source"), "2"));
  writeFileSync(join(home, "source"), "1");
  await build();
  expect(builds).toBe(2);
  await build();
  expect(builds).toBe(2);
});
