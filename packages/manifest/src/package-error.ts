import type { Problem } from "./problem.ts";

/** A package that can not be packed or unpacked; all that is wrong with it is in `problems`. */
export class PackageError extends Error {
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${problem.message} ${problem.next}`).join("\n"));
    this.name = "PackageError";
    this.problems = problems;
  }
}
