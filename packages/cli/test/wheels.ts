import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { archive, member } from "../../manifest/test/tar-writer.ts";
import { writeZip } from "../src/sdks/zip.ts";

/** Writes a wheel with these files, or a module that names its tag. */
export function wheel(
  folder: string,
  name: string,
  {
    version = "1.0",
    tag = "py3-none-any",
    requires = [] as string[],
    requiresPython = "",
    files = {} as Record<string, string | Buffer>,
  },
): void {
  const info = `${name}-${version}.dist-info`;
  const python = requiresPython && `Requires-Python: ${requiresPython}\n`;
  const needs = requires.map((one) => `Requires-Dist: ${one}\n`).join("");
  const contents: Record<string, string | Buffer> = {
    [`${name}/__init__.py`]: `TAG = "${tag}"\n`,
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${python}${needs}`,
    [`${info}/WHEEL`]: `Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
    [`${info}/RECORD`]: "",
  };
  const entries = Object.entries(contents).map(([path, content]) => ({
    path,
    content: Buffer.from(content),
  }));
  writeFileSync(join(folder, `${name}-${version}-${tag}.whl`), writeZip(entries));
}

/** Writes a source distribution, which must be built. */
export function sourceDistribution(folder: string, name: string, version = "1.0"): void {
  const root = `${name}-${version}`;
  const info = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`;
  const tar = archive(
    member({ name: `${root}/PKG-INFO`, body: info }),
    member({ name: `${root}/setup.py`, body: `from setuptools import setup\nsetup(name="${name}")\n` }),
  );
  writeFileSync(join(folder, `${root}.tar.gz`), tar[0] === 0x1f ? tar : gzipSync(tar));
}
