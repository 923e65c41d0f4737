import { settingNames } from "@botyard/manifest/settings";
import { when } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { countOption } from "../../bots/log-window.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../output/table.ts";

export default defineCommand<{ limit?: string }>({
  examples: [
    ["List the last 20 changes of a bot's settings", "platform bot revisions my-bot"],
    ["Print the config of each revision", "platform bot revisions my-bot --json revision,config"],
  ],
  arguments: [namedBot],
  options: [{ flags: "-n, --limit <count>", help: "number of revisions (default: 20)" }],
  json: ["revision", "created_at", "actor", "version_spec", ...settingNames],
  async run(context, [named], options) {
    const count = countOption("--limit", options.limit, 20, 100_000);
    const client = await context.connect();
    const { bot_id } = await findBot(client, named!);
    const revisions = await client.bots.revisions(bot_id, count);
    context.print({ items: revisions }, () =>
      table(
        ["REVISION", "CHANGED", "BY", "NAME", "VERSION", "SCHEDULE", "CONFIG"],
        revisions.map(({ revision, created_at, actor, name, version, schedule, config }) => [
          String(revision),
          when(context, created_at),
          actor?.user_name ?? "",
          name,
          version,
          schedule ?? "",
          JSON.stringify(config),
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    return undefined;
  },
});
