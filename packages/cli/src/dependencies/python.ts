import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Runtime, Target } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { invalid } from "../failure.ts";
import { carriedSdk } from "../sdks/carried.ts";
import { languages } from "../sdks/languages.ts";
import { readZip } from "../sdks/zip.ts";
import { hasLock, readLock } from "./locks/read-lock.ts";
import { byPip } from "./pip.ts";
import { declaredByProject, projectFile } from "./pyproject.ts";
import { pythonTarget } from "./python-target.ts";
import { fits, readRequirements } from "./requirements.ts";
import { archiveInProject, type SdkArchive } from "./sdk-archive.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

export const requirementsFile = "requirements.txt";

/**
 * Collects the dependencies of `requirements.txt`, or else of `pyproject.toml` and its lock file, for `vendor/`. If the SDK is the only one,
 * the wheel that the file names, or the included one, is unpacked. Otherwise pip installs them and finds the SDK in the
 * same places.
 */
export async function vendorPython(
  context: Context,
  dir: string,
  runtime: Runtime,
  machine: Target | undefined,
): Promise<Vendored> {
  const listed = await readOptional(join(dir, requirementsFile));
  const declared = listed === undefined ? await readOptional(join(dir, projectFile)) : undefined;
  const read = declared === undefined ? {} : declaredByProject(declared, await hasLock(dir));
  const { requirements: project, groups } = read;
  if (groups) context.note(`Not installed from ${projectFile}: ${groups.join(", ")}.`);
  const lock = declared === undefined ? undefined : await readLock(dir, read);
  if (lock) {
    if ("message" in lock) throw invalid(lock.message, [], lock.next);
    const { file } = lock;
    return byPip(context, dir, {
      file,
      target: pythonTarget(runtime, machine),
      lock,
      project: read.document!,
    });
  }
  const text = listed ?? project?.join("\n") ?? "";
  const file = listed === undefined ? projectFile : requirementsFile;
  const { botyard, wheel, others } = readRequirements(text);
  if (botyard === undefined && wheel === undefined && others.length === 0) return nothingVendored;
  const sdk =
    wheel === undefined
      ? await carriedFor(context, botyard)
      : await archiveInProject(context, dir, languages.python, { file, path: wheel });
  if (sdk === undefined || others.length > 0) {
    const target = pythonTarget(runtime, machine);
    return byPip(context, dir, { file, target, ...(project && { requirements: text }) });
  }
  const files = readZip(await readFile(sdk.path));
  return {
    entries: files.map(({ path, content }) => ({ path: `vendor/${path}`, content })),
    notes: [`vendored botyard ${sdk.version} into vendor/, from ${sdk.from}`],
    dispose: async () => {},
  };
}

/** Returns the included SDK if it certainly satisfies the requirement. */
async function carriedFor(context: Context, specifier: string | undefined): Promise<SdkArchive | undefined> {
  if (specifier === undefined) return undefined;
  const python = await carriedSdk(context, languages.python);
  if (!fits(specifier, python.version)) return undefined;
  return { ...python, from: "the wheel included in this command" };
}

async function readOptional(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
