import { isSpelledOtherwise, readExactJson } from "@botyard/core";
import { findBot } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { paramsText, splitQuery } from "../../bots/params.ts";
import { timeoutOf } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";
import { type ExitCode, exitCodes } from "../../exit-codes.ts";
import { Failure, usage } from "../../failure.ts";
import { clean, cleanLine } from "../../output/clean.ts";
import { indentJson } from "../../output/indent.ts";
import { select } from "../../output/select.ts";
import { shellWord } from "../../output/shell-word.ts";

export default defineCommand<{ params?: string; param?: string[]; raw?: boolean; timeout?: string }>({
  about: [
    "Sends a query to a bot and prints the answer. Every bot that defines queries answers /health and /info; /info lists the others.",
  ],
  examples: [
    ["List the bot's queries", "platform bot query my-bot /info"],
    ["Pass a parameter", "platform bot query my-bot /signals -p limit=5"],
    ["Pass it as in an address", 'platform bot query my-bot "/signals?limit=5"'],
    ["Pass parameters as JSON", "platform bot query my-bot /signals --params '{\"limit\": 5}'"],
    [
      "Read parameters from a file, print the answer unchanged",
      "platform bot query my-bot /signals --params @params.json --raw",
    ],
  ],
  arguments: [
    namedBot,
    {
      name: "path",
      help: "the query path; starts with /, and may end with ?key=value&…",
      completes: ["/health", "/info"],
    },
  ],
  options: [
    { flags: "--params <json>", help: "parameters: a JSON object, or @file" },
    {
      flags: "-p, --param <key=value>",
      help: "one parameter; a value that is not JSON is a string",
      repeats: true,
    },
    { flags: "--raw", help: "print the answer unchanged" },
    { flags: "--timeout <duration>", help: "time limit for the answer, at most 30s (default: 10s)" },
  ],
  exits: [
    '1 if the handler failed ({"status": "error"}), 5 if no handler has the path, 6 if a parameter is invalid or the bot defines no queries.',
  ],
  async run(context, [named, given], options): Promise<ExitCode | undefined> {
    if (!given!.startsWith("/"))
      throw usage(
        `The query path ${JSON.stringify(given)} does not start with /.`,
        `platform bot query ${shellWord(named!)} ${shellWord(`/${given}`)}`,
      );
    const { path, pairs } = splitQuery(given!);
    const params = await paramsText(context, options.params, [...pairs, ...(options.param ?? [])]);
    const timeout = options.timeout === undefined ? undefined : timeoutOf(options.timeout, 0);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const { status, bytes } = await client.query(bot.bot_id, path, params, timeout);
    const text = new TextDecoder().decode(bytes);
    const { json } = context.globals;
    if (options.raw) {
      context.stdout.write(bytes);
      if (context.stdout.isTTY && !text.endsWith("\n")) context.stdout.write("\n");
    } else if (json && json !== true) {
      context.stdout.write(
        `${JSON.stringify(select(readExactJson(text, isSpelledOtherwise), json), null, 2)}\n`,
      );
    } else context.stdout.write(`${json ? indentJson(text) : clean(indentJson(text))}\n`);
    const failure = failed(text);
    if (status === 200 && failure === undefined) return undefined;
    const bots = shellWord(bot.name);
    const next = status === 404 ? [`platform bot query ${bots} /info`] : [`platform bot logs ${bots}`];
    throw new Failure(exitCodeOf(status), sentence(status, path, failure), {
      next: status === 400 ? [] : next,
    });
  },
});

function exitCodeOf(status: number): ExitCode {
  if (status === 404) return exitCodes.notFound;
  return status === 400 ? exitCodes.invalid : exitCodes.failure;
}

/**
 * Returns the message of `{"status": "error", "error": …}`. An `error` key of any other document is part of the
 * answer.
 */
function failed(text: string): string | undefined {
  try {
    const document = JSON.parse(text) as { status?: unknown; error?: unknown } | null;
    const isFailure = document !== null && typeof document === "object" && document.status === "error";
    return isFailure && "error" in document ? cleanLine(String(document.error)) : undefined;
  } catch {
    return undefined;
  }
}

function sentence(status: number, path: string, message = "no reason given"): string {
  if (status === 404) return `The bot has no query ${path}: ${message}.`;
  if (status === 400) return `The query ${path} rejected a parameter: ${message}.`;
  return `The query ${path} failed: ${message}`;
}
