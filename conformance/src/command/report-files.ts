import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { BadInput } from "../bad-input.ts";
import { hasMatrix } from "../report/markdown.ts";

/** Report files that a run writes. */
export interface ReportFiles {
  json?: string;
  junit?: string;
  markdown?: string;
}

/**
 * Checks before a run that its reports can be written.
 *
 * @throws {BadInput} if a file cannot be written, is named twice, or is a page without matrices
 */
export function checkReportFiles({ json, junit, markdown }: ReportFiles): void {
  const asked = Object.entries({ json, junit, markdown }).filter(([, file]) => file !== undefined);
  const taken = new Map<string, string>();
  for (const [option, file] of asked as [string, string][]) {
    const path = resolve(file);
    const other = taken.get(path);
    if (other !== undefined)
      throw new BadInput([{ file, message: `--${other} and --${option} name the same file` }]);
    taken.set(path, option);
    const isNew = !existsSync(path);
    writing(file, () => closeSync(openSync(path, "a")));
    if (isNew) rmSync(path);
  }
  const page = markdown === undefined ? undefined : pageOf(markdown);
  if (page?.trim() && !hasMatrix(page)) {
    const message = "this file exists and has no matrices to replace; name a new file";
    throw new BadInput([{ file: markdown!, message }]);
  }
}

/** @throws {BadInput} if the file cannot be written */
export function writeReport(file: string, text: string): void {
  writing(file, () => writeFileSync(file, text));
}

/** Returns the text of a page, if it exists. */
export function pageOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function writing(file: string, write: () => void): void {
  try {
    makeFolder(dirname(resolve(file)));
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadInput([{ file, message: `the report cannot be written (${code})` }]);
  }
}

/** `recursive: true` of Node never returns where no folder can be created, such as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
