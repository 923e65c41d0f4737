import type { Problem } from "../problems/problem.ts";

/** What Node.js cannot do with a TypeScript file, whose types it removes. */
export interface TypeScriptFault {
  path: string;
  line?: number;
  column?: number;
  kind: "unsupported" | "decorator" | "invalid" | "missing" | "jsx" | "type";
  /** The parser's message; the imported path, or the imported name. */
  message: string;
  /** The path that was probably meant. */
  next?: string;
}

/** Returns the problem of a TypeScript file. */
export function typeScriptProblem({ path, line, column, kind, message, next }: TypeScriptFault): Problem {
  const told = {
    unsupported: () => ({
      code: "source.unsupported_syntax" as const,
      message: `Node.js runs TypeScript by removing types, and cannot run this: ${message.replace(/\.$/, "")}.`,
      next: `${insteadOf(message)} Or compile the project and name the .js file as the entrypoint.`,
    }),
    decorator: () => ({
      code: "source.unsupported_syntax" as const,
      message: "Node.js runs TypeScript by removing types, and cannot run decorators.",
      next: "Call the function instead of decorating with it. Or compile the project and name the .js file as the entrypoint.",
    }),
    invalid: () => ({
      code: "source.syntax_error" as const,
      message: `${JSON.stringify(path)} cannot be parsed: ${message.replace(/\.?$/, ".")}`,
      next: "Correct the syntax.",
    }),
    missing: () => ({
      code: "source.import_missing" as const,
      message: `There is no file ${JSON.stringify(message)}; Node.js needs the exact name, with its extension.`,
      next: next === undefined ? "Create it, or correct the path." : `Write ${JSON.stringify(next)}.`,
    }),
    jsx: () => ({
      code: "source.unsupported_syntax" as const,
      message: `Node.js does not load ${JSON.stringify(message)}: it knows no JSX.`,
      next: "Compile the project and name the .js file as the entrypoint.",
    }),
    type: () => ({
      code: "source.unsupported_syntax" as const,
      message: `${message} is a type, and is imported as a value; Node.js would not find it in the other file.`,
      next: `Write "import type { ${message} }", or "import { type ${message} }".`,
    }),
  }[kind]();
  const place = { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
  return { ...told, file: path, ...place, severity: "error" };
}

/** What to write instead, by the words of Node's message. */
const instead: [RegExp, string][] = [
  [/enum/, "Write an object instead of the enum: const Side = { Buy: 1, Sell: 2 } as const;"],
  [/namespace|`module`/, "Move its contents to a file of their own, or write an object."],
  [/parameter property/, "Declare the field in the class, and assign it in the constructor."],
  [/import equals/, 'Write an import declaration, or const name = require("name") in a .cts file.'],
  [/export assignment/, "Write export default …"],
  [/angle-bracket/, "Write value as Type instead of <Type>value."],
];

const insteadOf = (message: string): string =>
  instead.find(([pattern]) => pattern.test(message))?.[1] ?? "Write it without this syntax.";
