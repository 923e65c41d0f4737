import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { BadInput } from "../bad-input.ts";
import { hasMatrix } from "../report/markdown.ts";

/** The files that a run was asked to write. */
export interface ReportFiles {
  json?: string;
  junit?: string;
  markdown?: string;
}

/** Looks before the first case whether each report will have its place: a run is long. @throws {BadInput} */
export function checkReportFiles({ json, junit, markdown }: ReportFiles): void {
  const asked = Object.entries({ json, junit, markdown }).filter(([, file]) => file !== undefined);
  const taken = new Map<string, string>();
  for (const [option, file] of asked as [string, string][]) {
    const path = resolve(file);
    const other = taken.get(path);
    if (other !== undefined)
      throw new BadInput([{ file, message: `both --${other} and --${option} are to be written here` }]);
    taken.set(path, option);
    const isNew = !existsSync(path);
    writing(file, () => closeSync(openSync(path, "a")));
    if (isNew) rmSync(path);
  }
  const page = markdown === undefined ? undefined : pageOf(markdown);
  if (page?.trim() && !hasMatrix(page)) {
    const message = "this page has no matrices that could be renewed; name a new file";
    throw new BadInput([{ file: markdown!, message }]);
  }
}

/** @throws {BadInput} */
export function writeReport(file: string, text: string): void {
  writing(file, () => writeFileSync(file, text));
}

/** The text of a page that is there already. */
export function pageOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function writing(file: string, write: () => void): void {
  try {
    makeFolder(dirname(resolve(file)));
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadInput([{ file, message: `the report cannot be written here (${code})` }]);
  }
}

/** Node's own way with parents never ends where the system knows no folder that could be made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
