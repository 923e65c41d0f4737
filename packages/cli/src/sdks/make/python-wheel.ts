import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeZip, type ZipEntry } from "../zip.ts";
import { filesBelow } from "./sources.ts";

/** Builds the wheel of the Python SDK from its sources: pure Python, no build tool, the same bytes every time. */
export async function buildWheel(sdk: string): Promise<{ name: string; bytes: Buffer }> {
  const project = await readFile(join(sdk, "pyproject.toml"), "utf8");
  const version = /^version = "([^"]+)"$/m.exec(project)?.[1];
  if (!version) throw new Error(`${join(sdk, "pyproject.toml")} names no version.`);
  const info = `botyard-${version}.dist-info`;
  const sources = await filesBelow(join(sdk, "src"), (path) => !path.includes("__pycache__"));
  const files: ZipEntry[] = await Promise.all(
    sources.map(async (path) => ({ path, content: await readFile(join(sdk, "src", path)) })),
  );
  files.push(
    { path: `${info}/METADATA`, content: text(metadata(project, version)) },
    {
      path: `${info}/WHEEL`,
      content: text("Wheel-Version: 1.0\nGenerator: botyard\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    },
  );
  files.push({ path: `${info}/RECORD`, content: text(record(files, info)) });
  return { name: `botyard-${version}-py3-none-any.whl`, bytes: writeZip(files) };
}

function metadata(project: string, version: string): string {
  const summary = /^description = "([^"]+)"$/m.exec(project)?.[1] ?? "";
  const python = /^requires-python = "([^"]+)"$/m.exec(project)?.[1] ?? ">=3.11";
  return `Metadata-Version: 2.4\nName: botyard\nVersion: ${version}\nSummary: ${summary}\nRequires-Python: ${python}\nLicense-Expression: Apache-2.0\n`;
}

function record(files: readonly ZipEntry[], info: string): string {
  const lines = files.map(({ path, content }) => {
    const digest = createHash("sha256").update(content).digest("base64url");
    return `${path},sha256=${digest},${content.byteLength}\n`;
  });
  return `${lines.join("")}${info}/RECORD,,\n`;
}

const text = (content: string) => Buffer.from(content, "utf8");
