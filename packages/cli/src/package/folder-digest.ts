import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import type { CheckedFolder } from "./check.ts";

/** Files that decide which dependencies are installed, but need not be packed. */
const inputs = ["requirements.txt", "package.json", "package-lock.json", ".npmrc"];

/**
 * Returns a digest of everything in a folder that decides on its package: the packed files, the declared dependencies and
 * the SDK. `undefined` if a dependency refers to other files of this machine, which may change unnoticed.
 */
export async function folderDigest(
  context: Context,
  { dir, entries, runtime }: CheckedFolder,
): Promise<string | undefined> {
  const texts = await Promise.all(inputs.map((name) => readOptional(join(dir, name))));
  const [requirements = "", project = ""] = texts.map((bytes) => bytes?.toString("utf8"));
  if (hasLocalRequirement(requirements) || hasLocalDependency(project)) return undefined;
  const hash = createHash("sha256");
  const add = (name: string, content: Uint8Array | undefined) => {
    const digest = content === undefined ? null : createHash("sha256").update(content).digest("hex");
    hash.update(`${JSON.stringify([name, digest])}\n`);
  };
  hash.update(`${JSON.stringify([context.version, runtime])}\n`);
  for (const [index, name] of inputs.entries()) add(name, texts[index]);
  const sdks = await readdir(join(dir, "sdk")).catch(() => []);
  for (const name of sdks.filter((file) => /\.(whl|tgz)$/.test(file)).sort())
    add(`sdk/${name}`, await readOptional(join(dir, "sdk", name)));
  for (const entry of entries)
    add(
      JSON.stringify([entry.path, entry.executable === true]),
      "from" in entry ? await readFile(entry.from) : entry.content,
    );
  return hash.digest("hex");
}

/** A requirement by path, except for the SDK in sdk/, or an option that names a file or a folder. */
function hasLocalRequirement(text: string): boolean {
  return text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => !/^(\.\/)?sdk\/botyard-[^/]+\.whl$/.test(line))
    .some(
      (line) =>
        /^(-r|-c|-e|-f|--requirement|--constraint|--editable|--find-links)([ =]|$)/.test(line) ||
        /^[./]|file:/.test(line) ||
        /^[^\s@=<>!~;]*\//.test(line),
    );
}

function hasLocalDependency(text: string): boolean {
  const { dependencies = {} } = parsed(text);
  return Object.values(dependencies).some(
    (spec) => /^(file|link|workspace):/.test(String(spec)) && !/^file:(\.\/)?sdk\//.test(String(spec)),
  );
}

function parsed(text: string): { dependencies?: Record<string, unknown> } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Returns the content of a file; `undefined` if there is none. */
const readOptional = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined);
