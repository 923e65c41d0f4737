import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectFiles, describeInterpreter, describeMachine } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { Failure, failed } from "../failure.ts";
import { carriedFolder } from "../sdks/carried.ts";
import { findPython, namedPython, pythonNames } from "./find-python.ts";
import type { Lock, Table } from "./locks/lock.ts";
import { lockedRequirements } from "./locks/locked-requirements.ts";
import { isTarget, markersOf, type PythonTarget, pipOptions } from "./python-target.ts";
import { runTool } from "./run-tool.ts";
import { nothingVendored, type Vendored } from "./vendored.ts";

/** What pip installs. */
export interface PipRequest {
  /** The file that declares the dependencies, for messages. */
  file: string;
  /** The requirements, if the file is not in pip's own format. */
  requirements?: string;
  target: PythonTarget | undefined;
  /** The exact packages, if the file is a lock file, and the project to which it belongs. */
  lock?: Lock;
  project?: Table;
}

/**
 * Runs pip, whose markers are otherwise those of the interpreter that runs it: a dependency of "python_version < '3.12'"
 * would be left out on 3.13. A package that requires a newer Python than that interpreter would be refused.
 */
const pipForTarget = `
import json, os, sys
from pip._vendor.packaging import markers
values = json.loads(os.environ["BOTYARD_MARKERS"])
markers.default_environment = lambda: dict(values)
from pip._internal.resolution.resolvelib.candidates import RequiresPythonCandidate
version = tuple(map(int, values["python_full_version"].split(".")[:3]))
create = RequiresPythonCandidate.__init__
RequiresPythonCandidate.__init__ = lambda self, _: create(self, version)
from pip._internal.cli.main import main
sys.exit(main(sys.argv[1:]))
`;

/** Installs dependencies for `vendor/`. Those for another platform than this machine are wheels only. */
export async function byPip(context: Context, dir: string, request: PipRequest): Promise<Vendored> {
  const { file, target } = request;
  const python = await pythonWithPip(context, request);
  const isHere = target === undefined || (await isTarget(context, python, target));
  const place = await mkdtemp(join(tmpdir(), "botyard-vendor-"));
  const dispose = () => rm(place, { recursive: true, force: true });
  try {
    const folder = join(place, "vendor");
    const markers = isHere ? undefined : markersOf(target);
    const locked =
      request.lock &&
      (await lockedRequirements(context, dir, { ...request, lock: request.lock, python, markers, place }));
    if (locked?.text === "") {
      await dispose();
      return nothingVendored;
    }
    const text = locked?.text ?? request.requirements;
    const list = text === undefined ? file : join(place, "requirements.txt");
    // It may have passwords of indexes, which others could see among the arguments.
    if (text !== undefined) await writeFile(list, text, { mode: 0o600 });
    const named = isHere ? "" : ` for ${describeInterpreter(target.interpreter)} on Linux`;
    context.note(`Installing ${file}${named} into vendor/ with pip ...`);
    await runTool(context, {
      argv: [
        ...[python, ...(isHere ? ["-m", "pip"] : ["-c", pipForTarget]), "install", "--target", folder],
        ...["--find-links", await carriedFolder(context), "-r", list, ...(isHere ? [] : pipOptions(target))],
        ...(locked ? ["--require-hashes", "--no-deps"] : []),
        ...[
          "--no-compile",
          "--disable-pip-version-check",
          "--no-input",
          "--quiet",
          "--no-warn-script-location",
        ],
      ],
      cwd: dir,
      ...(markers && { env: { BOTYARD_MARKERS: JSON.stringify(markers) } }),
      ...(locked && { secrets: locked.secrets }),
      failed: `pip could not install ${file}; nothing was uploaded.`,
      next: [
        `check the names and versions in ${file}, and the network`,
        "pip config list    (shows the index that pip uses)",
      ],
    }).catch((error: unknown) => {
      throw isHere ? error : noWheel(error, file, target);
    });
    // Scripts contain paths of this machine, and bots do not run them.
    await rm(join(folder, "bin"), { recursive: true, force: true });
    const { entries, problems } = await collectFiles(folder, { vendoredAs: "vendor" });
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
      notes: [`vendored ${packages.join(", ")} into vendor/ with pip${named}`],
      isInstalled: true,
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Names what pip found no wheel of. Other failures stay what they are. */
function noWheel(error: unknown, file: string, { interpreter, machine }: PythonTarget): unknown {
  if (!(error instanceof Failure)) return error;
  const names = error.details.flatMap(
    (line) => /No matching distribution found for (\S+)/.exec(line)?.[1] ?? [],
  );
  if (names.length === 0) return error;
  const shown = names.map((name) => name.replace(/[<>=!~;].*$/, "")).join(", ");
  const platform = `${describeInterpreter(interpreter)} and ${describeMachine(machine)}`;
  return new Failure(
    1,
    `pip could not install ${file}; nothing was uploaded. It found no wheel of ${shown} for ${platform}, which the platform runs.`,
    {
      details: error.details,
      next: [
        `choose a version of ${shown} that has a wheel for it (on pypi.org: Download files)`,
        `pip wheel --no-deps --wheel-dir wheels ${shown}    (if it is pure Python; then add "--find-links wheels" as a line to requirements.txt)`,
        `deploy on a machine with ${platform}, where pip can also build it`,
      ],
    },
  );
}

async function pythonWithPip(context: Context, { file, target }: PipRequest): Promise<string> {
  const python = await findPython(context, ["pip"], target?.interpreter.version);
  if (python !== undefined) return python;
  throw failed(
    `Installing ${file} requires Python 3.11 or newer with pip, which was not found as ${pythonNames(context, target?.interpreter.version).join(", ")}.${await namedPython(context)}`,
    [],
    "apt install python3 python3-pip    (Debian, Ubuntu)",
    "PLATFORM_PYTHON=/path/to/python3 platform custom-bot deploy",
  );
}
