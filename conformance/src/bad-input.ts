/** One thing that is wrong with something an author wrote: a full sentence, and where. */
export interface Problem {
  file: string;
  /** From 1; absent when the whole file is meant. */
  line?: number;
  column?: number;
  message: string;
}

/** What an author wrote cannot be used. The message has a line for each problem, `file:line:column: sentence`. */
export class BadInput extends Error {
  override readonly name = "BadInput";
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    // The rows of a table share their lines, and so their problems.
    const each = new Map(problems.map((problem) => [sentence(problem), problem]));
    const sorted = [...each.values()].sort(byPlace);
    super(sorted.map(sentence).join("\n"));
    this.problems = sorted;
  }
}

function sentence({ file, line, column, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return `${place}: ${message}`;
}

function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
