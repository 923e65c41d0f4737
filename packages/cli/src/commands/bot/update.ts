import type { Bot, BotPatch } from "@botyard/client";
import { botFields, botText } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { readInstance, readText } from "../../bots/instance-file.ts";
import { namedBot, waitOptions } from "../../bots/named.ts";
import { checkConfigObject, valueText } from "../../bots/params.ts";
import { settleRestarted, timeoutOf } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";

interface Options {
  version?: string;
  name?: string;
  schedule?: string;
  timezone?: string;
  catchUp?: "none" | "last";
  timeoutSeconds?: string;
  config?: string;
  set?: string[];
  detach?: boolean;
  timeout?: string;
}

export default defineCommand<Options>({
  about: [
    "Changes what is named and leaves the rest; each change is one revision. A running realtime bot restarts on it, a scheduled one uses it from its next run.",
  ],
  examples: [
    ["A newer version", "platform bot update my-bot --version latest"],
    ["One value of its config", "platform bot update my-bot --set short_period=7"],
    ["Everything, from its file", "platform bot update my-bot instance.json"],
  ],
  arguments: [
    namedBot,
    {
      name: "instance-config.json",
      help: "take everything from this file; its type must stay",
      optional: true,
      completes: "files",
    },
  ],
  options: [
    { flags: "--version <version>", help: "exact, a range, or latest" },
    { flags: "--name <name>", help: "a new name" },
    { flags: "--schedule <cron>", help: "five fields" },
    { flags: "--timezone <zone>", help: "of the schedule: UTC, America/New_York" },
    {
      flags: "--catch-up <rule>",
      help: "ticks missed while the platform was down",
      choices: ["none", "last"],
    },
    { flags: "--timeout-seconds <seconds>", help: "how long one run may take" },
    { flags: "--config <json>", help: "the whole config: a JSON object, or @file" },
    { flags: "--set <key=value>", help: "one value of the config; JSON, else text", repeats: true },
    ...waitOptions,
  ],
  json: botFields,
  async run(context, [named, file], options) {
    const timeout = timeoutOf(options.timeout, 60_000);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const patch = { ...(await fromFile(context, bot, file)), ...(await fromOptions(context, bot, options)) };
    if (Object.keys(patch).length === 0)
      throw usage("Nothing to change was named.", "platform bot update --help");
    // Only --set builds on what was read; everything else replaces, whatever is there.
    const told = await client.bots.patch(bot.bot_id, patch, options.set ? bot.revision : undefined);
    const wait = restarts(bot, told) && !options.detach;
    const updated = wait ? await settleRestarted(context, client, bot, timeout) : told;
    context.print(updated, () => botText(context, updated));
    return undefined;
  },
});

/** A new version or config restarts a realtime bot that is meant to run; anything else is only noted. */
function restarts(before: Bot, after: Bot): boolean {
  if (after.desired !== "running" || !after.type.startsWith("realtime/")) return false;
  return before.version !== after.version || JSON.stringify(before.config) !== JSON.stringify(after.config);
}

async function fromFile(context: Context, bot: Bot, file: string | undefined): Promise<BotPatch> {
  if (file === undefined) return {};
  const { type, ...patch } = await readInstance(context, file);
  if (type !== bot.type)
    throw usage(`${file} is of type ${type} and the bot is ${bot.type}; a bot's type never changes.`);
  return patch;
}

async function fromOptions(context: Context, bot: Bot, options: Options): Promise<BotPatch> {
  const { version, name, schedule, timezone, catchUp, timeoutSeconds } = options;
  if (options.config !== undefined && options.set)
    throw usage("--config replaces the config and --set changes it; name one.");
  const seconds = Number(timeoutSeconds);
  if (timeoutSeconds !== undefined && !(seconds > 0))
    throw usage(`--timeout-seconds ${timeoutSeconds} is not a number above 0.`);
  const config = options.set ? await changed(bot.config, options.set) : await whole(context, options.config);
  return {
    ...(version === undefined ? {} : { version }),
    ...(name === undefined ? {} : { name }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(catchUp === undefined ? {} : { catch_up: catchUp }),
    ...(timeoutSeconds === undefined ? {} : { timeout_seconds: seconds }),
    ...(config === undefined ? {} : { config }),
  };
}

async function whole(
  context: Context,
  given: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  if (given === undefined) return undefined;
  const text = given.startsWith("@") ? await readText(context, given.slice(1)) : given;
  await checkConfigObject(text, given.startsWith("@") ? given.slice(1) : "--config");
  return JSON.parse(text) as Record<string, unknown>;
}

/** Hidden secrets go back as they were shown, which the platform reads as "unchanged". */
async function changed(
  config: Record<string, unknown>,
  pairs: readonly string[],
): Promise<Record<string, unknown>> {
  let set = config;
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw usage(`--set ${pair} is not key=value.`);
    const text = `{${JSON.stringify(pair.slice(0, at))}:${valueText(pair.slice(at + 1))}}`;
    await checkConfigObject(text, "--set");
    set = { ...set, ...(JSON.parse(text) as Record<string, unknown>) };
  }
  return set;
}
