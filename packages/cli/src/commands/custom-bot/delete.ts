import { exactVersion } from "@botyard/manifest";
import { ofKnownCustomBot } from "../../bots/known-custom-bot.ts";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { cleanLine } from "../../output/clean.ts";
import { shellWord } from "../../output/shell-word.ts";

export default defineCommand<{ version?: string; yes?: boolean }>({
  about: [
    "Deletes one version of a custom bot, after asking for it, if no bot uses it: neither a bot with this version, even if it is stopped, nor a run that has not ended. The last version that is deleted deletes the custom bot.",
    "A version's number is not used again for other content. Deploying the same content restores the version.",
  ],
  examples: [
    ["Delete a version after confirmation", "platform custom-bot delete my-bot --version 1.0.0"],
    ["Delete a version in a script", "platform custom-bot delete my-bot --version 1.0.0 --yes"],
  ],
  arguments: [{ name: "name", help: "the custom bot's name", completes: "custom-bots" }],
  options: [
    { flags: "--version <version>", help: "the exact version" },
    { flags: "-y, --yes", help: "do not ask for confirmation" },
  ],
  json: ["name", "version", "deleted"],
  exits: ["1 if bots use the version; their names are listed."],
  async run(context, [name], options) {
    const { version } = options;
    const word = shellWord(name!);
    if (version === undefined || !exactVersion(version))
      throw usage(
        version === undefined
          ? "--version is required: one version is deleted at a time."
          : `--version ${cleanLine(version)} is not an exact version such as 1.0.0.`,
        `platform custom-bot get ${word}    (lists its versions)`,
      );
    const command = `platform custom-bot delete ${word} --version ${version} --yes`;
    if (!options.yes && !context.interactive)
      throw usage("--yes is required when not running interactively.", command);
    const client = await context.connect();
    if (!options.yes) {
      context.warn(`This deletes ${cleanLine(name!)} ${version} permanently.`);
      const typed = await context.prompts.line(`Type the version to delete it (${version})`);
      if (typed?.trim() !== version) throw usage("The version was not confirmed; nothing was deleted.");
    }
    await ofKnownCustomBot(client, name!, () => client.customBots.deleteVersion(name!, version));
    context.print({ name, version, deleted: true }, () => `Deleted ${cleanLine(name!)} ${version}.\n`);
    return undefined;
  },
});
