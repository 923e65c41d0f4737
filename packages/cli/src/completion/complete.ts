import type { Argument, Command, Completes, Entry, Option } from "../command.ts";
import { commands, groups, pathsOf } from "../commands.ts";
import type { Context } from "../context.ts";
import { globalOptions } from "../program/globals.ts";
import { topics } from "../topics/topics.ts";
import { liveNames } from "./live-names.ts";

interface Candidate {
  word: string;
  about: string;
}

/** Prints the candidates for the last word of a command line. Does not fail, prompt or print messages. */
export async function complete(context: Context, argv: readonly string[]): Promise<void> {
  const words = argv[0] === "--" ? argv.slice(1) : argv;
  // PowerShell before 7.3 cannot pass an empty word, so its script passes two quotes.
  const typed = (words.at(-1) ?? "").replace(/^""$/, "");
  const { candidates, kind } = await follow(context, words.slice(0, -1), typed);
  const fitting = candidates.filter(({ word }) => word.startsWith(typed));
  context.stdout.write(fitting.map(({ word, about }) => `${word}\t${about}\n`).join(""));
  if (kind) context.stdout.write(`:${kind}\n`);
}

interface Following {
  candidates: Candidate[];
  kind?: "files" | "folders";
}

async function follow(context: Context, before: readonly string[], typed: string): Promise<Following> {
  const plain = before.filter(
    (word, at) => !word.startsWith("-") && !valuedOption(globalOptions, before[at - 1]),
  );
  if (plain[0] === "help")
    return {
      candidates: [...topics.map(({ name, summary }) => ({ word: name, about: summary })), ...firstWords()],
    };
  const entry = commands.find((each) =>
    pathsOf(each).some((path) => `${plain.join(" ")} `.startsWith(`${path} `)),
  );
  if (!entry) {
    const group = plain[0];
    if (group === undefined)
      return { candidates: [...firstWords(), { word: "help", about: "Help on a command or a topic" }] };
    return { candidates: wordsOf(group) };
  }
  return ofCommand(context, entry, (await entry.load()).default, before, typed);
}

async function ofCommand(
  context: Context,
  entry: Entry,
  command: Command,
  before: readonly string[],
  typed: string,
): Promise<Following> {
  const options: readonly Option[] = [...(command.options ?? []), ...globalOptions];
  const pending = valuedOption(options, before.at(-1));
  if (pending?.list) return { candidates: ofList(pending.choices ?? [], typed) };
  if (pending) return ofKind(context, pending.choices ?? pending.completes);
  if (typed.startsWith("-")) return { candidates: flagsOf(options) };
  const plain = before.filter((word, at) => !word.startsWith("-") && !valuedOption(options, before[at - 1]));
  const at = plain.length - entry.path.split(" ").length;
  const last: Argument | undefined = command.arguments?.at(-1);
  const argument = command.arguments?.[at] ?? (last?.variadic ? last : undefined);
  return ofKind(context, argument?.completes);
}

/** Returns the option that takes the next word as its value. */
function valuedOption(options: readonly Option[], word: string | undefined): Option | undefined {
  if (!word?.startsWith("-")) return undefined;
  return options.find(({ flags }) => flags.includes("<") && flags.split(/[ ,]+/).includes(word));
}

function flagsOf(options: readonly Option[]): Candidate[] {
  return [...options, { flags: "--help", help: "help on this command" }].flatMap(({ flags, help }) =>
    flags
      .split(/[ ,]+/)
      .filter((word) => word.startsWith("--"))
      .map((word) => ({ word, about: help })),
  );
}

async function ofKind(context: Context, kind: Completes | undefined): Promise<Following> {
  if (kind === undefined) return { candidates: [] };
  if (kind === "files" || kind === "folders") return { candidates: [], kind };
  if (kind === "bots" || kind === "custom-bots") return { candidates: await liveNames(context, kind) };
  return { candidates: kind.map((word) => ({ word, about: "" })) };
}

/** Completes the last word of a list with commas; the words before it stay. */
function ofList(choices: readonly string[], typed: string): Candidate[] {
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const given = before.split(",");
  return choices
    .filter((word) => !given.includes(word))
    .map((word) => ({ word: `${before}${word}`, about: "" }));
}

function firstWords(): Candidate[] {
  const alone = commands.filter(({ path }) => !path.includes(" "));
  return [
    ...alone.map(({ path, summary }) => ({ word: path, about: summary })),
    ...Object.entries(groups).map(([word, about]) => ({ word, about })),
  ];
}

function wordsOf(group: string): Candidate[] {
  return commands
    .filter(({ path }) => path.startsWith(`${group} `))
    .flatMap((entry) => pathsOf(entry).map((path) => ({ path, summary: entry.summary })))
    .map(({ path, summary }) => ({ word: path.slice(group.length + 1), about: summary }));
}
