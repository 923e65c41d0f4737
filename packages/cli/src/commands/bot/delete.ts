import type { Bot, Client } from "@botyard/client";
import { findBot, findBotIfAny } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { cleanLine } from "../../output/clean.ts";
import { shellWord } from "../../output/shell-word.ts";

interface Options {
  yes?: boolean;
  ifExists?: boolean;
}

export default defineCommand<Options>({
  about: [
    "Stops each bot and deletes it permanently, after asking for its name. Its id is never reused. If one of the bots does not exist, none is deleted.",
  ],
  examples: [
    ["Delete a bot after confirmation", "platform bot delete my-bot"],
    ["Delete two bots in a script", "platform bot delete my-bot other-bot --yes --if-exists"],
  ],
  arguments: [{ ...namedBot, variadic: true }],
  options: [
    { flags: "-y, --yes", help: "do not ask for confirmation" },
    { flags: "--if-exists", help: "succeed if a bot does not exist" },
  ],
  json: ["bot_id", "name", "deleted"],
  async run(context, names, options) {
    if (!options.yes && !context.interactive) {
      throw usage(
        "--yes is required when not running interactively.",
        `platform bot delete ${names.map(shellWord).join(" ")} --yes`,
      );
    }
    const client = await context.connect();
    const asked = await findAll(client, names, options);
    if (!options.yes) for (const { bot } of asked) if (bot) await confirm(context, bot);
    const ended: Ended[] = [];
    for (const { named, bot } of asked) {
      if (bot) await client.bots.delete(bot.bot_id);
      const done = { bot_id: bot?.bot_id ?? null, name: bot?.name ?? named, deleted: bot !== undefined };
      ended.push(done);
      // Shown at once, because stopping a bot takes time and a later one may fail.
      if (!context.globals.json) context.stdout.write(line(done));
    }
    if (context.globals.json) context.print(ended.length === 1 ? ended[0] : { items: ended }, () => "");
    return undefined;
  },
});

interface Ended {
  bot_id: string | null;
  name: string;
  deleted: boolean;
}

/** Finds all bots before the first is deleted. A bot that is named twice is found once. */
async function findAll(client: Client, names: readonly string[], { ifExists }: Options) {
  const found: { named: string; bot: Bot | undefined }[] = [];
  for (const named of names) {
    const bot = ifExists ? await findBotIfAny(client, named) : await findBot(client, named);
    if (bot && found.some((other) => other.bot?.bot_id === bot.bot_id)) continue;
    found.push({ named, bot });
  }
  return found;
}

async function confirm(context: Context, bot: Bot): Promise<void> {
  const name = cleanLine(bot.name);
  context.warn(`This stops ${name} (${bot.type} ${bot.version}, ${bot.status}) and deletes it permanently.`);
  const typed = await context.prompts.line(`Type the name of the bot to delete it (${name})`);
  if (typed?.trim() !== bot.name) throw usage("The name was not confirmed; nothing was deleted.");
}

function line({ bot_id, name, deleted }: Ended): string {
  return deleted
    ? `Deleted ${cleanLine(name)} (${bot_id}).\n`
    : `There is no bot ${cleanLine(name)}; nothing to delete.\n`;
}
