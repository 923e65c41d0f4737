import { whenExactly } from "../../bots/bot-text.ts";
import { ofKnownCustomBot } from "../../bots/known-custom-bot.ts";
import { defineCommand } from "../../command.ts";
import { clean } from "../../output/clean.ts";
import { page } from "../../output/page.ts";
import { facts } from "../../output/table.ts";
import { bytes } from "../../output/times.ts";

export default defineCommand<{ version?: string; readme?: boolean }>({
  examples: [
    ["Show the latest version", "platform custom-bot get my-bot"],
    ["Print the readme of another version", "platform custom-bot get my-bot --version 1.0.0 --readme"],
  ],
  arguments: [{ name: "name", help: "the custom bot's name", completes: "custom-bots" }],
  options: [
    { flags: "--version <version>", help: "an exact version, a range, or latest" },
    { flags: "--readme", help: "print the readme" },
  ],
  json: [
    "name",
    "version",
    "latest_version",
    "versions",
    "type",
    "runtime",
    "description",
    "author",
    "entrypoints",
    "metadata",
    "has_queries",
    "sha256",
    "bytes",
    "readme",
    "created_at",
  ],
  async run(context, [name], options) {
    const client = await context.connect();
    if (options.readme) {
      const readme = () => client.customBots.readme(name!, options.version);
      await page(context, clean(await ofKnownCustomBot(client, name!, readme)));
      return undefined;
    }
    const get = () => client.customBots.get(name!, options.version);
    const found = await ofKnownCustomBot(client, name!, get);
    context.print(found, () =>
      facts(
        [
          ["name", found.name],
          ["version", found.version],
          ["versions", found.versions.join(", ")],
          ["type", found.type],
          ["runtime", found.runtime],
          ["description", found.description],
          ["author", found.author],
          ["entrypoint", found.entrypoints.bot],
          ["queries", found.entrypoints.query ?? "none"],
          ["size", bytes(found.bytes)],
          ["sha256", found.sha256],
          ["created", whenExactly(context, found.created_at)],
        ],
        context.style.dim,
      ),
    );
    return undefined;
  },
});
