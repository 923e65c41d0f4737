import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  describeInterpreter,
  type Interpreter,
  interpreterOf,
  notPacked,
  type PackEntry,
  type Problem,
  type Runtime,
  type Target,
} from "@botyard/manifest";
import type { Context } from "../context.ts";
import { lockFiles, readLock } from "./locks/read-lock.ts";
import { lockedModules, unlockedModules } from "./node-problems.ts";
import { type DeclaredByProject, declaredByProject, projectFile } from "./pyproject.ts";
import { requirementsFile } from "./python.ts";

/** Finds what is declared as a dependency and would be missing in the package, or could not start. */
export async function checkDeclared(
  context: Context,
  dir: string,
  entries: readonly PackEntry[],
  runtime: Runtime | undefined,
  target: Target | undefined,
): Promise<Problem[]> {
  const packs = (folder: string) => entries.some(({ path }) => path.startsWith(`${folder}/`));
  if (runtime?.entryExtensions.includes(".py") && !packs("vendor"))
    return pythonProblems(dir, interpreterOf(target, runtime.id));
  if (runtime?.entryExtensions.includes(".mjs") && !packs("node_modules"))
    return [...(await lockedModules(dir)), ...(target ? await unlockedModules(context, dir) : [])];
  return [];
}

/** Files that declare dependencies in other forms, and how to write a `requirements.txt` from each. */
const otherForms = [
  ["requirements.in", "pip-compile requirements.in"],
  ["uv.lock", "uv export --no-dev --no-emit-project --no-hashes -o requirements.txt"],
  ["poetry.lock", "poetry export -f requirements.txt -o requirements.txt"],
  ["pdm.lock", "pdm export --prod --without-hashes -o requirements.txt"],
  ["Pipfile.lock", "pipenv requirements > requirements.txt"],
  ["Pipfile", "pipenv requirements > requirements.txt"],
  ["environment.yml", "list the packages of environment.yml that the bot imports in requirements.txt"],
  ["environment.yaml", "list the packages of environment.yaml that the bot imports in requirements.txt"],
  ["setup.py", "list its install_requires in requirements.txt"],
  ["setup.cfg", "list its install_requires in requirements.txt"],
] as const;

async function pythonProblems(dir: string, interpreter: Interpreter | undefined): Promise<Problem[]> {
  const names = new Set(await readdir(dir));
  if (names.has(requirementsFile)) return [];
  if (names.has(projectFile)) {
    const isLocked = lockFiles.some((name) => names.has(name));
    const declared = declaredByProject(await readFile(join(dir, projectFile), "utf8"), isLocked);
    const { fault, requirements, requiresPython } = declared;
    if (fault) return [{ ...notPacked(projectFile, fault.message, fault.next, "error"), ...fault.place }];
    if (isLocked) return [...(await lockProblems(dir, declared)), ...tooOld(requiresPython, interpreter)];
    if (requirements !== undefined)
      return [...unusedIndexes(declared), ...tooOld(requiresPython, interpreter)];
  }
  const [file, how] = otherForms.find(([name]) => names.has(name)) ?? [];
  if (file === undefined || how === undefined) return [];
  const message = `Dependencies in ${file} are not packed: they are read from requirements.txt, or else from pyproject.toml with its uv.lock or poetry.lock.`;
  return [notPacked(file, message, `If the bot needs them: ${how}`)];
}

/** The faults of a lock file that do not depend on the interpreter. */
async function lockProblems(dir: string, declared: DeclaredByProject): Promise<Problem[]> {
  const lock = await readLock(dir, declared);
  if (lock === undefined) return [];
  const always = { holds: () => false, matches: () => true };
  const faults = "message" in lock ? [lock] : lock.choose(always).faults;
  return faults.map(({ message, next }) => notPacked(lock.file, message, next, "error"));
}

/** pip would take each package from whichever index has its newest version, which may be a stranger's. */
function unusedIndexes({ indexes = [] }: DeclaredByProject): Problem[] {
  return indexes.map((index) => {
    const [program] = /uv|poetry/.exec(index)!;
    const next = `Write the lock file, which is read: ${program} lock`;
    return notPacked(projectFile, `${index} is not used without a lock file.`, next);
  });
}

/** Warns of a Python that is older than the project's. Other conditions are rare, and left to the author. */
function tooOld(required: string | undefined, interpreter: Interpreter | undefined): Problem[] {
  const [, major, minor] = /(?:>=|~=|==)\s*(\d+)\.(\d+)/.exec(required ?? "") ?? [];
  if (major === undefined || interpreter === undefined) return [];
  const [ownMajor = 0, ownMinor = 0] = interpreter.version.split(".").map(Number);
  if (ownMajor > Number(major) || (ownMajor === Number(major) && ownMinor >= Number(minor))) return [];
  const message = `pyproject.toml requires Python ${required}, but the platform runs ${describeInterpreter(interpreter)}.`;
  const next = "Make sure that the bot runs on it, and lower requires-python.";
  return [notPacked(projectFile, message, next)];
}
