import type { File } from "./words.ts";

const form = /^\s*(?:\*|\/\*\*) @throws \{[A-Z]\w*\} (?!.*@throws)[^\s*]/;

/**
 * Returns every throws tag in the TypeScript files that has another form than the one of the project: alone on its line,
 * the class in braces, then the codes or the condition. One sentence each.
 */
export function findThrows(files: readonly File[]): string[] {
  return files
    .filter(({ path }) => path.endsWith(".ts"))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => {
        if (!/^\s*\/?\*.*@throws\b/.test(line) || form.test(line)) return [];
        return [
          `${path}:${index + 1}: write "@throws {ClassName}" and its codes or condition on a line of its own`,
        ];
      }),
    );
}
