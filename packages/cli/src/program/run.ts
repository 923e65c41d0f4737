import { nearest } from "@botyard/manifest/nearest";
import type { Command, Entry } from "../command.ts";
import { commands, groups } from "../commands.ts";
import type { Context, Globals } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { usage } from "../failure.ts";
import { asCalled } from "../output/as-called.ts";
import { checkSelection } from "../output/select.ts";
import { topics } from "../topics/topics.ts";
import { findCommand } from "./find.ts";
import { commandHelp, groupHelp, rootHelp } from "./help.ts";
import { parse } from "./parse.ts";

export type MakeContext = (globals: Globals) => Context;

export interface Program {
  version: string;
  /** The name by which the user called the command. */
  name: string;
  /** Prints help and the version. */
  write(text: string): void;
  makeContext: MakeContext;
}

/**
 * Runs one command line and returns its exit code.
 *
 * @throws {Failure} if the command line is invalid or the command fails; errors of the client are thrown unchanged
 */
export async function runProgram(program: Program, argv: readonly string[]): Promise<ExitCode> {
  if (argv[0] === "help") {
    program.write(
      await helpOn(
        program.name,
        argv.slice(1).filter((word) => !word.startsWith("-")),
      ),
    );
    return exitCodes.ok;
  }
  if (argv[0] === "__complete") {
    const { complete } = await import("../completion/complete.ts");
    await complete(program.makeContext(quietly), argv.slice(1));
    return exitCodes.ok;
  }
  if (argv[0] === "__look-for-update") {
    const { lookForUpdate } = await import("../updates/updates.ts");
    await lookForUpdate(program.makeContext(quietly));
    return exitCodes.ok;
  }
  const found = findCommand(argv);
  const asked = beforeDashes(found.rest);
  if (found.kind === "root") {
    if (asked.some((word) => word === "--version" || word === "-V")) program.write(`${program.version}\n`);
    else if (asked.length === 0 || wantsHelp(asked)) program.write(rootHelp(program.name));
    else throw usage(`Unknown option ${asked[0]}.`, "platform --help");
    return exitCodes.ok;
  }
  if (found.kind === "group") {
    if (asked.length > 0 && !wantsHelp(asked))
      throw usage(`platform ${found.group} requires a command.`, `platform ${found.group} --help`);
    program.write(groupHelp(found.group, program.name));
    return exitCodes.ok;
  }
  const command = await load(found.entry);
  if (wantsHelp(asked)) {
    program.write(commandHelp(found.entry, command, program.name));
    return exitCodes.ok;
  }
  const { args, options, globals } = parse(found.entry, command, found.rest);
  if (globals.json) checkSelection(globals.json, command.json);
  if (globals.jq !== undefined) await (await import("../output/jq.ts")).checkFilter(globals.jq);
  const context = program.makeContext(globals);
  const code = await finished(context, command.run(context, args, options as never));
  if (context.stderr.isTTY && context.clone === undefined) {
    const { mentionUpdate } = await import("../updates/updates.ts");
    await mentionUpdate(context);
  }
  return code;
}

/** Waits for the command and its output, so that output printed before a failure is shown first. */
async function finished(context: Context, run: Promise<ExitCode | undefined>): Promise<ExitCode> {
  const [ended] = await Promise.allSettled([run]);
  await context.printed();
  if (ended.status === "rejected") throw ended.reason;
  return ended.value ?? exitCodes.ok;
}

const quietly: Globals = { apiKeyStdin: false, verbose: false, quiet: true };

export const load = async (entry: Entry): Promise<Command> => (await entry.load()).default;

/** Returns the text of `platform help`, `help <topic>`, `help bot` or `help bot deploy`. */
async function helpOn(name: string, words: readonly string[]): Promise<string> {
  if (words.length === 0) return rootHelp(name);
  const topic = topics.find((one) => one.name === words.join(" "));
  if (topic) return asCalled(name, topic.text());
  if (words.length === 1) {
    const known = [
      ...topics.map((one) => one.name),
      ...commands.map(({ path }) => path.split(" ")[0]!),
      ...Object.keys(groups),
    ];
    if (!known.includes(words[0]!)) {
      const close = nearest(words[0]!, known);
      throw usage(
        `There is no help topic or command ${JSON.stringify(words[0])}.`,
        ...(close ? [`platform help ${close}    (did you mean this?)`] : []),
        "platform --help",
      );
    }
  }
  const found = findCommand(words);
  if (found.kind === "group") return groupHelp(found.group, name);
  if (found.kind === "command") return commandHelp(found.entry, await load(found.entry), name);
  return rootHelp(name);
}

function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}

const wantsHelp = (words: readonly string[]) => words.some((word) => word === "--help" || word === "-h");
