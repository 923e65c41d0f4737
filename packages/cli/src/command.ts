import type { Context } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";

/** What shell completion offers for a word. */
export type Completes = "bots" | "custom-bots" | "files" | "folders" | readonly string[];

export interface Argument {
  name: string;
  help: string;
  optional?: boolean;
  variadic?: boolean;
  completes?: Completes;
}

export interface Option {
  /** As commander reads it: `-n, --limit <count>`. */
  flags: string;
  help: string;
  /** The only values it takes. */
  choices?: readonly string[];
  /** May be given more than once; the value is a list. */
  repeats?: boolean;
  completes?: Completes;
}

/** One command, declared apart from what it does. */
export interface Command {
  /** Paragraphs under the summary. */
  about?: readonly string[];
  /** `[what it shows, the command]`, the first thing its help says. */
  examples: readonly (readonly [string, string])[];
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /** The top-level fields of its `--json` document (of each item, of a list); absent: the document is not ours. */
  json?: readonly string[];
  /** Sentences about its exit codes where they mean something of their own. */
  exits?: readonly string[];
  run(context: Context, args: readonly string[], options: never): Promise<ExitCode | undefined>;
}

/** A command whose options have a type of its own. */
export function defineCommand<Options>(
  command: Omit<Command, "run"> & {
    run(context: Context, args: readonly string[], options: Options): Promise<ExitCode | undefined>;
  },
): Command {
  return command as Command;
}

/** Where a command is in the tree, what it is for, and how to get it. */
export interface Entry {
  /** The words that the user types, `bot deploy`. */
  path: string;
  summary: string;
  load(): Promise<{ default: Command }>;
}
