import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pythonAbis } from "../src/index.ts";

function abisOf(...paths: string[]) {
  const code = mkdtempSync(join(tmpdir(), "botyard-abis-"));
  onTestFinished(() => rmSync(code, { recursive: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(code, path)), { recursive: true });
    writeFileSync(join(code, path), "");
  }
  return pythonAbis(code);
}
const linux = (version: string) => `cpython-${version}-x86_64-linux-gnu.so`;

test.each([
  ["a package without compiled modules", ["main.py", "vendor/pure/__init__.py"], undefined],
  ["modules for every Python", ["vendor/a/_core.abi3.so", "vendor/a/libz.so.1"], undefined],
  ["modules for one Python", [`vendor/a/_core.${linux("311")}`, `vendor/b/x/_y.${linux("311")}`], ["cp311"]],
  [
    "a module in two variants",
    [`vendor/a.${linux("311")}`, `vendor/a.${linux("313t")}`],
    ["cp311", "cp313t"],
  ],
  [
    "two modules with one Python in common",
    [`vendor/a.${linux("311")}`, `vendor/a.${linux("312")}`, `vendor/b.${linux("312")}`],
    ["cp312"],
  ],
  ["modules that do not agree", [`vendor/a.${linux("311")}`, `vendor/b.${linux("312")}`], undefined],
  ["modules of other systems", ["vendor/a.cpython-312-darwin.so", "vendor/a.cp312-win_amd64.pyd"], undefined],
])("%s: the interfaces of Python that it needs", async (_, paths, abis) => {
  expect(await abisOf(...paths)).toEqual(abis);
});
