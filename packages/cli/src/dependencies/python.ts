import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectFiles } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { failed } from "../failure.ts";
import { carriedSdks } from "../sdks/carried.ts";
import { readZip } from "../sdks/zip.ts";
import { fits, readRequirements } from "./requirements.ts";
import { runTool } from "./run-tool.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/**
 * `requirements.txt` into `vendor/`. When it asks for nothing but the SDK, the carried wheel is unpacked; otherwise pip
 * installs, and finds the SDK in the carried wheel.
 */
export async function vendorPython(context: Context, dir: string): Promise<Vendored> {
  const text = await readFile(join(dir, "requirements.txt"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const { botyard, others } = readRequirements(text);
  if (botyard === undefined && others.length === 0) return nothingVendored;
  const sdks = await carriedSdks(context);
  if (others.length === 0 && botyard !== undefined && fits(botyard, sdks.python.version)) {
    const files = readZip(await readFile(sdks.python.path));
    return {
      entries: files.map(({ path, content }) => ({ path: `vendor/${path}`, content })),
      notes: [
        `vendored botyard ${sdks.python.version} into vendor/, from the wheel that this command carries`,
      ],
      dispose: async () => {},
    };
  }
  return byPip(context, dir, sdks.folder);
}

async function byPip(context: Context, dir: string, sdks: string): Promise<Vendored> {
  const python = await findPython(context);
  const target = await mkdtemp(join(tmpdir(), "botyard-vendor-"));
  const dispose = () => rm(target, { recursive: true, force: true });
  try {
    context.note("Installing requirements.txt into vendor/ by pip ...");
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
        "pip config list    (shows the index that pip asks)",
      ],
    });
    // Scripts carry this machine's paths, and a bot does not run them.
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
    return { entries: reproducible, notes: [`vendored ${packages.join(", ")} into vendor/ by pip`], dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function findPython(context: Context): Promise<string> {
  const names = context.env.PLATFORM_PYTHON
    ? [context.env.PLATFORM_PYTHON]
    : ["python3.11", "python3", "python"];
  const ask = "import sys; sys.exit(0 if sys.version_info >= (3, 11) else 1)";
  for (const name of names) {
    if (
      await runTool(context, { argv: [name, "-c", ask] }).then(
        () => true,
        () => false,
      )
    )
      return name;
  }
  throw failed(
    `requirements.txt needs pip of Python 3.11 or newer, and ${names.join(", ")} is not that.`,
    [],
    "apt install python3 python3-pip    (Debian, Ubuntu)",
    "PLATFORM_PYTHON=/path/to/python3 platform custom-bot deploy",
  );
}
