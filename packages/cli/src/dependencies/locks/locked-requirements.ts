import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { invalid } from "../../failure.ts";
import { runTool } from "../run-tool.ts";
import { askPython } from "./conditions.ts";
import { indexLogins } from "./credentials.ts";
import type { Lock, Table } from "./lock.ts";
import { requirementLines } from "./requirement-lines.ts";

export interface LockedRequest {
  lock: Lock;
  project?: Table;
  /** The Python that runs pip. */
  python: string;
  /** Values of environment markers, if they are not those of `python`. */
  markers: Record<string, string> | undefined;
  /** Folder for temporary files. */
  place: string;
}

/**
 * Returns the packages of a lock file that an interpreter needs, as the text of a requirements.txt with hashes, and the
 * passwords in it.
 *
 * @throws {Failure} exit code 6 if one of them cannot be installed, or the lock file is out of date
 */
export async function lockedRequirements(
  context: Context,
  dir: string,
  { lock, project = {}, python, markers, place }: LockedRequest,
): Promise<{ text: string; secrets: string[] }> {
  const conditions = await askPython(context, python, { ...lock.questions, environment: markers }, place);
  const { packages, faults } = lock.choose(conditions);
  for (const { name, source } of packages)
    if (source.kind === "file" && !existsSync(resolve(dir, source.path)))
      faults.push({
        message: `${lock.file} takes ${name} from ${source.path}, which does not exist.`,
        next: `Add the file, or lock another one: ${lock.file === "uv.lock" ? "uv" : "poetry"} add <path>`,
      });
  if (faults.length > 0) {
    const next = [...new Set(faults.map((fault) => fault.next))];
    throw invalid(
      `${lock.file} cannot be installed.`,
      faults.map(({ message }) => message),
      ...next,
    );
  }
  if (packages.length === 0) return { text: "", secrets: [] };
  const isPublic = packages.every(
    ({ source }) => source.kind !== "index" || /\/\/pypi\.org\//.test(source.url ?? ""),
  );
  const configured = isPublic
    ? ""
    : await runTool(context, { argv: [python, "-m", "pip", "config", "list"] });
  const authorise = await indexLogins(context, project, configured);
  const lines = requirementLines(packages, dir, authorise);
  const passwords = lines.flatMap((line) => /\/\/[^/\s:@]*:([^/\s@]+)@/.exec(line)?.[1] ?? []);
  return { text: lines.join("\n"), secrets: passwords.flatMap((one) => [one, decoded(one)]) };
}

/** A password may also have been written without the escapes of URLs. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
