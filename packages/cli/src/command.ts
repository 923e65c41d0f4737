import type { Context } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";

/** What shell completion offers as a value. */
export type Completes = "bots" | "custom-bots" | "files" | "folders" | readonly string[];

export interface Argument {
  name: string;
  help: string;
  optional?: boolean;
  variadic?: boolean;
  completes?: Completes;
}

export interface Option {
  /** In the notation of commander: `-n, --limit <count>`. */
  flags: string;
  help: string;
  /** The allowed values. */
  choices?: readonly string[];
  /** The value is one or more of `choices`, separated by commas. */
  list?: boolean;
  /** The option may be repeated; its value is a list. */
  repeats?: boolean;
  completes?: Completes;
}

/** A command: its help, arguments and options, and the function that runs it. */
export interface Command {
  /** Paragraphs of the description. */
  about?: readonly string[];
  /** Pairs of a description and a command line, shown at the top of the help. */
  examples: readonly (readonly [string, string])[];
  arguments?: readonly Argument[];
  options?: readonly Option[];
  /**
   * Top-level fields of the `--json` document, or of each item of a list. Absent if the document is defined
   * elsewhere.
   */
  json?: readonly string[];
  /** Exit codes with a special meaning for this command, one sentence each. */
  exits?: readonly string[];
  run(context: Context, args: readonly string[], options: never): Promise<ExitCode | undefined>;
}

/** Declares a command with typed options. */
export function defineCommand<Options>(
  command: Omit<Command, "run"> & {
    run(context: Context, args: readonly string[], options: Options): Promise<ExitCode | undefined>;
  },
): Command {
  return command as Command;
}

/** An entry of the command tree. */
export interface Entry {
  /** The words of the command line, such as `bot deploy`. */
  path: string;
  /** Other names of the last word, such as `ls` for `list`. */
  aliases?: readonly string[];
  summary: string;
  load(): Promise<{ default: Command }>;
}
