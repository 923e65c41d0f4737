import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectFiles } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { failed } from "../failure.ts";
import { carriedFolder, carriedSdk } from "../sdks/carried.ts";
import { languages } from "../sdks/languages.ts";
import { readZip } from "../sdks/zip.ts";
import { findPython, pythonNames } from "./find-python.ts";
import { fits, readRequirements } from "./requirements.ts";
import { runTool } from "./run-tool.ts";
import { archiveInProject, type SdkArchive } from "./sdk-archive.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/**
 * Collects the dependencies of `requirements.txt` for `vendor/`. If the SDK is the only one, the wheel that the file
 * names, or the included one, is unpacked. Otherwise pip installs them and finds the SDK in the same places.
 */
export async function vendorPython(context: Context, dir: string): Promise<Vendored> {
  const text = await readFile(join(dir, "requirements.txt"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const { botyard, wheel, others } = readRequirements(text);
  if (botyard === undefined && wheel === undefined && others.length === 0) return nothingVendored;
  const sdk =
    wheel === undefined
      ? await carriedFor(context, botyard)
      : await archiveInProject(context, dir, languages.python, { file: "requirements.txt", path: wheel });
  if (sdk === undefined || others.length > 0) return byPip(context, dir);
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

async function byPip(context: Context, dir: string): Promise<Vendored> {
  const python = await pythonWithPip(context);
  const sdks = await carriedFolder(context);
  const target = await mkdtemp(join(tmpdir(), "botyard-vendor-"));
  const dispose = () => rm(target, { recursive: true, force: true });
  try {
    context.note("Installing requirements.txt into vendor/ with pip ...");
    await runTool(context, {
      argv: [
        ...[
          python,
          "-m",
          "pip",
          "install",
          "--target",
          target,
          "--find-links",
          sdks,
          "-r",
          "requirements.txt",
        ],
        ...[
          "--no-compile",
          "--disable-pip-version-check",
          "--no-input",
          "--quiet",
          "--no-warn-script-location",
        ],
      ],
      cwd: dir,
      failed: "pip could not install requirements.txt; nothing was uploaded.",
      next: [
        "check the names and versions in requirements.txt, and the network",
        "pip config list    (shows the index that pip uses)",
      ],
    });
    // Scripts contain paths of this machine, and bots do not run them.
    await rm(join(target, "bin"), { recursive: true, force: true });
    const { entries, problems } = await collectFiles(target, { vendoredAs: "vendor" });
    if (problems.length > 0) throw failed(problems.map(({ message }) => message).join(" "));
    const packages = entries
      .map(({ path }) => /^vendor\/([^/]+)-([^/-]+)\.dist-info\/METADATA$/.exec(path))
      .filter((match) => match !== null)
      .map((match) => `${match[1]} ${match[2]}`);
    const reproducible = entries.filter(
      ({ path }) => !/\.dist-info\/(RECORD|INSTALLER|REQUESTED|direct_url\.json)$/.test(path),
    );
    return {
      entries: reproducible,
      notes: [`vendored ${packages.join(", ")} into vendor/ with pip`],
      isInstalled: true,
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function pythonWithPip(context: Context): Promise<string> {
  const python = await findPython(context, ["pip"]);
  if (python !== undefined) return python;
  throw failed(
    `Installing requirements.txt requires Python 3.11 or newer with pip, which was not found as ${pythonNames(context).join(", ")}.`,
    [],
    "apt install python3 python3-pip    (Debian, Ubuntu)",
    "PLATFORM_PYTHON=/path/to/python3 platform custom-bot deploy",
  );
}
