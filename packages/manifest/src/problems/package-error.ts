import type { Problem } from "./problem.ts";

/** A package that cannot be packed or unpacked. `problems` lists every problem found. */
export class PackageError extends Error {
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.map((problem) => `${problem.message} ${problem.next}`).join("\n"));
    this.name = "PackageError";
    this.problems = problems;
  }
}
