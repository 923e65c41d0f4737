import {
  Command as Commander,
  CommanderError,
  Option as CommanderOption,
  InvalidArgumentError,
} from "commander";
import type { Command, Entry } from "../command.ts";
import type { Globals } from "../context.ts";
import { usage } from "../failure.ts";
import { checkSelection } from "../output/select.ts";
import { addGlobals, settleJson, takeGlobals } from "./globals.ts";

export interface Parsed {
  args: string[];
  options: Record<string, unknown>;
  globals: Globals;
}

/**
 * Parses the arguments and options of a command.
 *
 * @throws {Failure} exit code 2 if they are invalid
 */
export function parse(entry: Entry, command: Command, argv: readonly string[]): Parsed {
  const commander = commanderOf(entry, command);
  try {
    commander.parse(settleJson(argv, command.json), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.excessArguments") throw tooMany(entry, command, commander.args, argv);
    const [message, suggestion] = error.message.replace(/^error: /, "").split("\n");
    const sentence = `${message![0]!.toUpperCase()}${message!.slice(1)}${message!.endsWith(".") ? "" : "."}`;
    const steps = [`platform ${entry.path} --help`];
    throw usage(suggestion ? `${sentence} ${suggestion.replace(/^\(|\)$/g, "")}` : sentence, ...steps);
  }
  const { globals, own } = takeGlobals(commander.opts());
  const args = commander.processedArgs.flat().filter((word) => word !== undefined);
  return { args, options: own, globals };
}

/** Reports excess arguments. If one follows `--json`, it was probably meant as a field. */
function tooMany(entry: Entry, command: Command, args: readonly string[], argv: readonly string[]) {
  const extra = args.slice(command.arguments?.length ?? 0);
  const afterJson = argv[argv.indexOf("--json") + 1];
  if (argv.includes("--json") && afterJson !== undefined && extra.includes(afterJson))
    checkSelection(afterJson.split(","), command.json);
  const words = extra.map((word) => JSON.stringify(word)).join(", ");
  return usage(
    `Too many arguments: platform ${entry.path} does not accept ${words}.`,
    `platform ${entry.path} --help`,
  );
}

export function commanderOf(entry: Entry, command: Command): Commander {
  const commander = new Commander(entry.path)
    .helpOption(false)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .action(() => {});
  for (const { name, help, optional, variadic } of command.arguments ?? []) {
    const word = variadic ? `${name}...` : name;
    commander.argument(optional ? `[${word}]` : `<${word}>`, help);
  }
  for (const { flags, help, choices, list, repeats } of command.options ?? []) {
    const option = new CommanderOption(flags, help);
    if (choices && list) option.argParser((value: string) => listOf(value, choices));
    else if (choices) option.choices(choices);
    if (repeats) option.argParser((value: string, list: string[] | undefined) => [...(list ?? []), value]);
    commander.addOption(option);
  }
  addGlobals(commander);
  return commander;
}

/** Checks a list of choices, and returns it without spaces. */
function listOf(text: string, choices: readonly string[]): string {
  const words = text.split(",").map((word) => word.trim());
  if (words.every((word) => choices.includes(word))) return words.join(",");
  throw new InvalidArgumentError(
    `Allowed choices are ${choices.join(", ")}, or several separated by commas.`,
  );
}
