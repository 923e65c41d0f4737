import type { Bot, BotPatch } from "@botyard/client";
import { botFields, botText } from "../../bots/bot-text.ts";
import { settleChanged } from "../../bots/change.ts";
import { findBot } from "../../bots/find-bot.ts";
import { readInstance, readText } from "../../bots/instance-file.ts";
import { namedBot, waitOptions } from "../../bots/named.ts";
import { checkConfigObject, valueText } from "../../bots/params.ts";
import { settingOptions, settingsIn } from "../../bots/setting-options.ts";
import { timeoutOf } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";

interface Options extends Partial<Record<string, string | string[] | boolean>> {
  config?: string;
  set?: string[];
  detach?: boolean;
  timeout?: string;
}

export default defineCommand<Options>({
  about: [
    "Changes the given fields and keeps the others. Each change creates one revision; if the bot has these settings already, nothing changes and it is not restarted. A running realtime bot restarts if its version, network or config changes; a scheduled bot uses the change from its next run. A failed bot is started again by the same changes.",
  ],
  examples: [
    ["Update to the latest version", "platform bot update my-bot --version latest"],
    ["Change one config value", "platform bot update my-bot --set short_period=7"],
    ["Let it connect to one host only", "platform bot update my-bot --network api.kraken.com"],
    ["Apply all fields of a file", "platform bot update my-bot instance.json"],
  ],
  arguments: [
    namedBot,
    {
      name: "instance-config.json",
      help: "take all fields from this file; the type must stay the same",
      optional: true,
      completes: "files",
    },
  ],
  options: [
    ...settingOptions,
    { flags: "--config <json>", help: "the whole config: a JSON object, or @file" },
    {
      flags: "--set <key=value>",
      help: "one config value; a value that is not JSON is a string",
      repeats: true,
    },
    ...waitOptions,
  ],
  json: botFields,
  exits: [
    "1 if the bot does not run with the change: it failed, exited right after its start, or waits for a quota of its user. The change is saved.",
  ],
  async run(context, [named, file], options) {
    const timeout = timeoutOf(options.timeout, 60_000);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const patch = { ...(await fromFile(context, bot, file)), ...(await fromOptions(context, bot, options)) };
    if (Object.keys(patch).length === 0) throw usage("No changes were given.", "platform bot update --help");
    // Only --set depends on the config that was read; all other options replace values.
    const told = await client.bots.patch(bot.bot_id, patch, options.set ? bot.revision : undefined);
    const { detach } = options;
    const bots = { before: bot, told };
    const updated = await settleChanged(context, client, bots, { timeoutMs: timeout, detach });
    context.print(updated, () => botText(context, updated));
    return undefined;
  },
});

async function fromFile(context: Context, bot: Bot, file: string | undefined): Promise<BotPatch> {
  if (file === undefined) return {};
  const { type, ...patch } = await readInstance(context, file);
  if (type !== bot.type)
    throw usage(
      `${file} has the type ${type}, but the bot has ${bot.type}; the type of a bot cannot change.`,
    );
  return patch;
}

async function fromOptions(context: Context, bot: Bot, options: Options): Promise<BotPatch> {
  if (options.config !== undefined && options.set) throw usage("--config and --set cannot be combined.");
  const config = options.set ? await changed(bot.config, options.set) : await whole(context, options.config);
  return { ...settingsIn(options), ...(config === undefined ? {} : { config }) };
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

/** Masked secrets are sent back as they were read; the platform keeps their values. */
async function changed(
  config: Record<string, unknown>,
  pairs: readonly string[],
): Promise<Record<string, unknown>> {
  let set = config;
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw usage(`--set ${pair} is not of the form key=value.`);
    const text = `{${JSON.stringify(pair.slice(0, at))}:${valueText(pair.slice(at + 1))}}`;
    await checkConfigObject(text, "--set");
    set = { ...set, ...(JSON.parse(text) as Record<string, unknown>) };
  }
  return set;
}
