import type { Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** Why an uploaded archive is refused; it ends the reading. */
export class ArchiveFault extends Error {
  readonly code: ProblemCode;
  constructor(code: ProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A fault as its author reads it. */
export function archiveProblem(fault: { code: ProblemCode; message: string }, file = "."): Problem {
  const next = adviceFor[fault.code] ?? "Pack the bot again with `platform custom-bot deploy`.";
  return { code: fault.code, file, message: fault.message, next, severity: "error" };
}

const adviceFor: Record<string, string> = {
  "archive.too_large": "Leave out what the bot does not need, by .platformignore.",
  "archive.too_many_files": "Leave out what the bot does not need, by .platformignore.",
  "archive.ratio": "Leave out the file that is almost all the same byte.",
  "archive.link": "Put the file itself into the package.",
  "archive.special_file": "Leave it out: a package holds only files and folders.",
  "archive.duplicate": "Rename or leave out one of the two.",
  "archive.file_folder_conflict": "Rename one of the two.",
};
