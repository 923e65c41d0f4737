import { botFields, botText } from "../../bots/bot-text.ts";
import { readInstance } from "../../bots/instance-file.ts";
import { ofKnownCustomBot } from "../../bots/known-custom-bot.ts";
import { waitOptions } from "../../bots/named.ts";
import { settleStarted, timeoutOf } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";
import { shellWord } from "../../output/shell-word.ts";
import { facts } from "../../output/table.ts";
import { local } from "../../output/times.ts";

export default defineCommand<{ dryRun?: boolean; version?: string; detach?: boolean; timeout?: string }>({
  about: [
    "Creates a bot and waits until it is running (realtime) or idle until its first tick (scheduled). If the bot does not start, its last log lines are printed.",
  ],
  examples: [
    ["Create the bot described in instance.json", "platform bot deploy instance.json"],
    ["Check the configuration without creating a bot", "platform bot deploy instance.json --dry-run"],
    [
      "Read the configuration from another program",
      "jq '.name = \"copy\"' instance.json | platform bot deploy -",
    ],
  ],
  arguments: [
    {
      name: "instance-config.json",
      help: "the instance configuration file, or - for standard input",
      completes: "files",
    },
  ],
  options: [
    { flags: "--dry-run", help: "check the configuration on the platform; create nothing" },
    { flags: "--version <version>", help: "an exact version, a range, or latest, instead of the file's" },
    ...waitOptions,
  ],
  json: [...botFields, "dry_run", "next_ticks"],
  exits: [
    "1 if the bot failed, exited right after its start and is being restarted, or waits for a quota of its user. The bot exists in all cases.",
  ],
  async run(context, [file], options) {
    const timeout = timeoutOf(options.timeout, 60_000);
    const read = await readInstance(context, file!);
    const instance = options.version === undefined ? read : { ...read, version: options.version };
    const client = await context.connect();
    const customBot = instance.type.slice(instance.type.indexOf("/") + 1);
    if (options.dryRun) {
      const checked = await ofKnownCustomBot(client, customBot, () => client.bots.dryRun(instance));
      context.print(checked, () =>
        facts([
          ["dry run", "valid; nothing was created"],
          ["version", checked.version],
          ["config", JSON.stringify(checked.config)],
          [
            "next ticks",
            checked.next_ticks?.map((tick) => (context.stdout.isTTY ? local(tick) : tick)).join(", "),
          ],
        ]),
      );
      return undefined;
    }
    const created = await ofKnownCustomBot(client, customBot, () => client.bots.create(instance));
    if (!options.detach)
      context.note(`Created ${created.bot_id} (${created.name}); waiting for it to start ...`);
    const bot = options.detach ? created : await settleStarted(context, client, created, timeout);
    context.print(bot, () => botText(context, bot));
    context.note(`Next: platform bot logs ${shellWord(bot.name)} -w`);
    return undefined;
  },
});
