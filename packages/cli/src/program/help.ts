import type { Command, Entry, Option } from "../command.ts";
import { commands, groups, pathsOf } from "../commands.ts";
import { describedAsCalled, ownName } from "../output/as-called.ts";
import { topics } from "../topics/topics.ts";
import { globalOptions } from "./globals.ts";
import { columns, wrap } from "./wrap.ts";

/** Help texts, with examples first, at most 80 columns wide. */

export function rootHelp(name: string = ownName): string {
  const top = commands.filter(({ path }) => !path.includes(" "));
  return sections(
    `${name}: deploy, monitor and query trading bots.`,
    [
      "Examples",
      examples([
        ["Start a platform on this machine", `${name} serve`],
        [
          "Create a custom bot and upload it",
          `${name} custom-bot init my-bot && cd my-bot && ${name} custom-bot deploy`,
        ],
        [
          "Create a bot from it and follow its log",
          `${name} bot deploy instance.json && ${name} bot logs my-bot -w`,
        ],
      ]),
    ],
    [
      "Commands",
      columns([...top.map((entry) => [entry.path, entry.summary] as const), ...Object.entries(groups)]),
    ],
    ["Topics", columns(topics.map((topic) => [`help ${topic.name}`, topic.summary]))],
    [
      "Options",
      columns([
        ["-V, --version", "show the version"],
        ["-h, --help", "show the help of any command"],
      ]),
    ],
    undefined,
    wrap(`For help on a command: ${name} <command> --help, or ${name} help <command>.`),
  );
}

export function groupHelp(group: string, name: string = ownName): string {
  const own = commands.filter(({ path }) => path.startsWith(`${group} `));
  return sections(
    `${name} ${group}: ${groups[group]}`,
    ["Commands", columns(own.map(({ path, summary }) => [path.slice(group.length + 1), summary]))],
    undefined,
    wrap(`For help on a command: ${name} ${group} <command> --help`),
  );
}

export function commandHelp(entry: Entry, described: Command, name: string = ownName): string {
  const command = describedAsCalled(name, described);
  const options = command.options ?? [];
  return sections(
    `${name} ${entry.path}: ${entry.summary}`,
    ["Examples", examples(command.examples)],
    ["Usage", `  ${usageLine(entry, command, name)}`],
    aliasLine(entry, name),
    command.about?.map((text) => wrap(text)).join("\n\n"),
    command.arguments && ["Arguments", columns(command.arguments.map((one) => [one.name, one.help]))],
    options.length > 0
      ? ["Options", columns(options.map((option) => [option.flags, optionHelp(option)]))]
      : undefined,
    command.json && ["JSON fields", wrap(command.json.join(", "), 2)],
    command.exits && ["Exit codes", command.exits.map((text) => wrap(text, 2)).join("\n")],
    [
      "Global options",
      columns([
        ...globalOptions.map(({ flags, help }) => [flags, help] as const),
        ["-h, --help", "show this help"],
      ]),
    ],
  );
}

/** Returns the help of an option with its allowed values. */
export function optionHelp({ help, choices, list }: Option): string {
  if (choices === undefined) return help;
  const values =
    choices.length === 1
      ? choices[0]
      : `${list ? "one or more, with commas" : "one of"}: ${choices.join(", ")}`;
  return help.includes(" (default")
    ? help.replace(" (default", ` (${values}; default`)
    : `${help} (${values})`;
}

export function usageLine(entry: Entry, command: Command, name: string = ownName): string {
  const words = (command.arguments ?? []).map((argument) => {
    const { optional, variadic } = argument;
    const word = variadic ? `${argument.name}...` : argument.name;
    return optional ? `[${word}]` : `<${word}>`;
  });
  return [name, entry.path, ...words, "[options]"].join(" ");
}

/** Names the aliases of a command; `undefined` if it has none. */
export function aliasLine(entry: Entry, name: string = ownName): string | undefined {
  const others = pathsOf(entry).slice(1);
  return others.length === 0 ? undefined : `Alias: ${others.map((path) => `${name} ${path}`).join(", ")}`;
}

function examples(list: readonly (readonly [string, string])[]): string {
  return list.map(([what, command]) => `${wrap(`# ${what}`, 2)}\n  ${breakCommand(command)}`).join("\n");
}

/** Breaks a long command line with a backslash, as shells accept it. */
function breakCommand(command: string): string {
  if (command.length <= 76) return command;
  const at = command.lastIndexOf(" ", 74);
  return `${command.slice(0, at)} \\\n    ${command.slice(at + 1)}`;
}

function sections(...parts: (string | [string, string] | undefined)[]): string {
  const texts = parts.filter((part) => part !== undefined);
  return `${texts.map((part) => (typeof part === "string" ? part : `${part[0]}\n${part[1]}`)).join("\n\n")}\n`;
}
