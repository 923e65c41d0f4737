/** One problem in a file or option that an author wrote: a full sentence and its place. */
export interface Problem {
  file: string;
  /** From 1; absent if the problem concerns the whole file. */
  line?: number;
  column?: number;
  message: string;
}

/** Invalid input of an author. The message has a line for each problem, `file:line:column: sentence`. */
export class BadInput extends Error {
  override readonly name = "BadInput";
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    // The rows of a table share their lines, so the same problem can be found several times.
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
