import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeZip, type ZipEntry } from "../zip.ts";
import { filesBelow } from "./files-below.ts";

/**
 * Builds the wheel of the Python SDK, which is published and included in this command. The SDK is pure Python, so
 * that no build tool is needed. The build is reproducible; a test compares the wheel with that of the project's build
 * backend.
 */
export async function buildWheel(sdk: string): Promise<{ name: string; bytes: Buffer }> {
  const project = await readFile(join(sdk, "pyproject.toml"), "utf8");
  const version = field(project, "version");
  const info = `botyard-${version}.dist-info`;
  const sources = await filesBelow(join(sdk, "src"), (path) => !path.includes("__pycache__"));
  const files: ZipEntry[] = await Promise.all(
    sources.map(async (path) => ({ path, content: await readFile(join(sdk, "src", path)) })),
  );
  const readme = await readFile(join(sdk, field(project, "readme")), "utf8");
  files.push(
    { path: `${info}/licenses/LICENSE`, content: await readFile(join(sdk, "LICENSE")) },
    { path: `${info}/METADATA`, content: text(metadata(project, version, readme)) },
    {
      path: `${info}/WHEEL`,
      content: text("Wheel-Version: 1.0\nGenerator: botyard\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    },
  );
  const plugin = field(project, "botyard");
  files.push({ path: `${info}/entry_points.txt`, content: text(`[pytest11]\nbotyard=${plugin}\n\n`) });
  files.push({ path: `${info}/RECORD`, content: text(record(files, info)) });
  return { name: `botyard-${version}-py3-none-any.whl`, bytes: writeZip(files) };
}

function metadata(project: string, version: string, readme: string): string {
  const lines = [
    "Metadata-Version: 2.4",
    "Name: botyard",
    `Version: ${version}`,
    `Summary: ${field(project, "description")}`,
    `Keywords: ${list(project, "keywords").join(",")}`,
    `Requires-Python: ${field(project, "requires-python")}`,
    "Description-Content-Type: text/markdown",
    `License-Expression: ${field(project, "license")}`,
    "License-File: LICENSE",
    ...list(project, "classifiers").map((classifier) => `Classifier: ${classifier}`),
  ];
  return `${lines.join("\n")}\n\n${readme}`;
}

/** Reads a string field of pyproject.toml, which must be on one line. */
function field(project: string, name: string): string {
  const value = new RegExp(`^${name} = "([^"]+)"$`, "m").exec(project)?.[1];
  if (value === undefined) throw new Error(`pyproject.toml of the Python SDK has no ${name}.`);
  return value;
}

function list(project: string, name: string): string[] {
  const items = new RegExp(`^${name} = \\[([^\\]]*)\\]`, "m").exec(project)?.[1];
  if (items === undefined) throw new Error(`pyproject.toml of the Python SDK has no ${name}.`);
  return [...items.matchAll(/"([^"]+)"/g)].map(([, item]) => item!);
}

function record(files: readonly ZipEntry[], info: string): string {
  const lines = files.map(({ path, content }) => {
    const digest = createHash("sha256").update(content).digest("base64url");
    return `${path},sha256=${digest},${content.byteLength}\n`;
  });
  return `${lines.join("")}${info}/RECORD,,\n`;
}

const text = (content: string) => Buffer.from(content, "utf8");
