import type { ProblemCode } from "../problems/codes.ts";
import type { Problem } from "../problems/problem.ts";

/** An archive that is rejected. Reading stops at the first one. */
export class ArchiveFault extends Error {
  readonly code: ProblemCode;
  constructor(code: ProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Turns a fault into a problem with advice for the author of the archive. */
export function archiveProblem(fault: { code: ProblemCode; message: string }, file = "."): Problem {
  const next = adviceFor[fault.code] ?? "Pack the bot again with `platform custom-bot deploy`.";
  return { code: fault.code, file, message: fault.message, next, severity: "error" };
}

const adviceFor: Record<string, string> = {
  "archive.too_large": "Exclude what the bot does not need with .platformignore.",
  "archive.too_many_files": "Exclude what the bot does not need with .platformignore.",
  "archive.ratio": "Remove files that consist almost entirely of repeated bytes.",
  "archive.link": "Replace the link with the file itself.",
  "archive.special_file": "Remove it: a package contains only files and folders.",
  "archive.duplicate": "Rename or remove one of the two.",
  "archive.file_folder_conflict": "Rename one of the two.",
};
