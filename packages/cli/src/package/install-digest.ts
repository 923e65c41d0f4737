import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { interpreterOf, type Target } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { lockFiles, readLock } from "../dependencies/locks/read-lock.ts";
import { declaredByProject } from "../dependencies/pyproject.ts";
import type { CheckedFolder } from "./check.ts";

/** Files that decide which dependencies are installed, but need not be packed. */
const inputs = [
  ...["requirements.txt", "package.json", "pyproject.toml", "package-lock.json", ".npmrc"],
  ...lockFiles,
];

/**
 * Returns a digest of everything that decides on the dependencies of a folder: their declaration, the SDK, and what they
 * are built for. `undefined` if a dependency refers to other files of this machine, which may change unnoticed.
 */
export async function installDigest(
  context: Context,
  { dir, runtime = "" }: CheckedFolder,
  target: Target | undefined,
): Promise<string | undefined> {
  const texts = await Promise.all(inputs.map((name) => readOptional(join(dir, name))));
  const [requirements = "", project = "", pyproject = "", lock = ""] = texts.map((bytes) =>
    bytes?.toString("utf8"),
  );
  const { requirements: declared = [] } = declaredByProject(pyproject);
  if (await hasLocalLock(dir, pyproject)) return undefined;
  if (hasLocalRequirement([requirements, ...declared].join("\n")) || hasLocalDependency(project, lock))
    return undefined;
  const hash = createHash("sha256");
  const add = (name: string, content: Uint8Array | undefined) => {
    const digest = content === undefined ? null : createHash("sha256").update(content).digest("hex");
    hash.update(`${JSON.stringify([name, digest])}\n`);
  };
  // Without the last part of versions: an update of the platform must not change the content of a version.
  const { implementation, abi } = interpreterOf(target, runtime) ?? {};
  const machine = target && [target.os, target.architecture, target.libc];
  hash.update(`${JSON.stringify([context.version, runtime, implementation, abi, machine])}\n`);
  for (const [index, name] of inputs.entries()) add(name, texts[index]);
  const sdks = await readdir(join(dir, "sdk")).catch(() => []);
  for (const name of sdks.filter((file) => /\.(whl|tgz)$/.test(file)).sort())
    add(`sdk/${name}`, await readOptional(join(dir, "sdk", name)));
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
        /^(-[rcef]|--(requirement|constraint|editable|find-links)([ =]|$))/.test(line) ||
        /^[^\s@;]+\.(whl|zip|tar|tar\.\w+|tgz|tbz|txz|tlz)(\[.*\])?\s*(;|$)/i.test(line) ||
        /^[./]|file:/.test(line) ||
        /^[^\s@=<>!~;]*\//.test(line),
    );
}

/** A lock file that names a file or a folder, except for the SDK in sdk/. */
async function hasLocalLock(dir: string, pyproject: string): Promise<boolean> {
  const lock = await readLock(dir, declaredByProject(pyproject, true));
  if (lock === undefined || "message" in lock) return false;
  const { packages } = lock.choose({ holds: () => true, matches: () => true });
  return packages.some(({ source }) =>
    source.kind === "index"
      ? !/^https?:/.test(source.url ?? "https:")
      : source.kind === "file" && !/^(\.\/)?sdk\//.test(source.path),
  );
}

/** A dependency by path, except for the SDK in sdk/. In package.json it may have no `file:`, in the lock file it has. */
function hasLocalDependency(project: string, lock: string): boolean {
  const { dependencies = {} } = parsed(project);
  const { packages = {} } = parsed(lock);
  const specs = [...Object.values(dependencies), ...Object.values(packages).map(({ resolved }) => resolved)];
  return specs.some(
    (spec) => /^(file|link|workspace):/.test(String(spec)) && !/^file:(\.\/)?sdk\//.test(String(spec)),
  );
}

function parsed(text: string): {
  dependencies?: Record<string, unknown>;
  packages?: Record<string, { resolved?: unknown }>;
} {
  try {
    return Object(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return {};
  }
}

/** Returns the content of a file; `undefined` if there is none. */
const readOptional = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined);
