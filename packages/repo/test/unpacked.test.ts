import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { run } from "../src/run/command.ts";
import { unpack, withUnpacked } from "../src/run/unpacked.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "unpacked-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("an installed program takes precedence over an unpacked one, and PATH names each folder once", () => {
  const own = [join(folder, "usr/sbin"), join(folder, "usr/bin")];
  const path = withUnpacked(["/usr/bin", "/bin"].join(delimiter), folder);
  expect(path.split(delimiter)).toEqual(["/usr/bin", "/bin", ...own]);
  expect(withUnpacked(path, folder)).toBe(path);
});

test("a package is unpacked without its scripts, and its archive is removed", async ({ skip }) => {
  // The smallest one that every Debian has a download of is not known without its lists.
  const known = await run("apt-cache", ["show", "hostname"], { quiet: true });
  skip(known.code !== 0, "apt does not know the package hostname");
  const { code, output } = await unpack(["hostname"], folder);
  skip(code !== 0 && /Could not resolve|Temporary failure|Unable to connect/.test(output), output.trim());
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(readdirSync(folder).filter((name) => name.startsWith("download-"))).toEqual([]);
  expect(["bin/hostname", "usr/bin/hostname"].some((path) => existsSync(join(folder, path)))).toBe(true);
});

test("a package that does not exist is told as apt tells it", async ({ skip }) => {
  skip((await run("apt-get", ["--version"], { quiet: true })).code !== 0, "apt-get is not installed");
  const { code, output } = await unpack(["botyard-has-no-such-package"], folder);
  expect(code).not.toBe(0);
  expect(output).toContain("botyard-has-no-such-package");
  expect(readdirSync(folder)).toEqual([]);
});
