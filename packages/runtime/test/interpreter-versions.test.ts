import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runtimes } from "@botyard/manifest";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Tools } from "../src/executors/process/tools/tools.ts";

const path = process.env.PATH;
let bin: string;
let dir: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), "botyard-versions-"));
  dir = mkdtempSync(join(tmpdir(), "botyard-tools-"));
  process.env.PATH = bin;
});
afterEach(() => {
  process.env.PATH = path;
  for (const folder of [bin, dir]) rmSync(folder, { recursive: true, force: true });
});

/** Puts a program on PATH that says that it is this version of Python. */
function python(name: string, version: string): void {
  const file = join(bin, name);
  const abi = `cp${version.split(".").slice(0, 2).join("")}`;
  const says = JSON.stringify([file, bin, bin, version, `${abi} 00`, abi]);
  writeFileSync(file, `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
}

const node = (name: string, version: string) =>
  writeFileSync(join(bin, name), `#!/bin/sh\necho v${version}\n`, { mode: 0o755 });

const tools = () => new Tools(() => undefined, dir);
const versionOf = async (id: string, abis?: string[]) => (await tools().find(runtimes[id]!, abis))?.version;

it("a Python of a version is only that version, under whatever name it is found", async () => {
  python("python3", "3.13.5");
  python("python3.12", "3.12.9");
  expect(await versionOf("python312")).toBe("3.12.9");
  expect(await versionOf("python313")).toBe("3.13.5");
  await expect(versionOf("python314")).rejects.toThrow(
    /Python 3\.14 requires python3\.14 or python3 3\.14 or newer and older than 3\.15, which was not found \(.+python3: version 3\.13\.5\)/,
  );
});

it("python311 is Python 3.11, or a newer one where there is no 3.11", async () => {
  python("python3", "3.13.5");
  expect(await versionOf("python311")).toBe("3.13.5");
  python("python3.11", "3.11.2");
  expect(await versionOf("python311")).toBe("3.11.2");
});

it("python3 is the newest Python", async () => {
  python("python3", "3.11.2");
  python("python3.12", "3.12.9");
  python("python3.14", "3.14.0");
  expect(await versionOf("python3")).toBe("3.14.0");
  python("python3", "3.100.0");
  expect(await versionOf("python3")).toBe("3.100.0");
});

it.each(["python311", "python3"])(
  "compiled modules of a package of %s are loaded by the Python that they were built for",
  async (id) => {
    python("python3", "3.13.5");
    expect(await versionOf(id, ["cp313"])).toBe("3.13.5");
    await expect(versionOf(id, ["cp311"])).rejects.toThrow(
      /^The bot's dependencies are compiled for CPython 3\.11, which was not found \(.+python3: version 3\.13\.5\)\. Install it/,
    );
    python("python3.11", "3.11.2");
    expect(await versionOf(id, ["cp311"])).toBe("3.11.2");
    expect(await versionOf(id, ["cp313"])).toBe("3.13.5");
    expect(await versionOf(id, ["cp311", "cp313"])).toBe(id === "python3" ? "3.13.5" : "3.11.2");
  },
);

it("a Node of a version is that version, or the platform's own where there is none", async () => {
  const own = process.versions.node;
  for (const id of ["nodejs22", "nodejs24", "nodejs"]) expect(await versionOf(id)).toBe(own);
  const [other, newer] = ["22.99.0", "99.0.0"];
  node("node22", other);
  expect(await versionOf("nodejs22")).toBe(own.startsWith("22.") ? own : other);
  expect(await versionOf("nodejs24")).toBe(own);
  node("node", newer);
  expect(await versionOf("nodejs")).toBe(newer);
  expect(await versionOf("nodejs24")).toBe(own);
});

it("an interpreter that was replaced is asked for its version again", async () => {
  python("python3", "3.11.2");
  const known = tools();
  await expect(known.find(runtimes.python313!)).rejects.toThrow("version 3.11.2");
  rmSync(join(bin, "python3"));
  python("python3", "3.13.5");
  expect((await known.find(runtimes.python313!))?.version).toBe("3.13.5");
});
