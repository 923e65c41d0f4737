import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { secretName } from "../../secrets/set-value.ts";

export default defineCommand<{ yes?: boolean; force?: boolean }>({
  about: [
    "Deletes a secret with all its values, after asking for its name. Refused while bots use it, unless --force is given: they keep running with the value, and cannot be started again.",
  ],
  examples: [["Delete a secret without confirmation", "platform secret delete kraken-key --yes"]],
  arguments: [secretName],
  options: [
    { flags: "-y, --yes", help: "do not ask for confirmation" },
    { flags: "--force", help: "delete it even if bots use it" },
  ],
  json: ["name", "deleted"],
  async run(context, [name], { yes, force = false }) {
    if (!yes && !context.interactive)
      throw usage(
        "--yes is required when not running interactively.",
        `platform secret delete ${name} --yes`,
      );
    const client = await context.connect();
    await client.secrets.get(name!);
    if (!yes) {
      const typed = await context.prompts.line(`Type the secret's name to delete it (${name})`);
      if (typed?.trim() !== name) throw usage("The name was not confirmed; nothing was deleted.");
    }
    await client.secrets.delete(name!, { force });
    context.print({ name, deleted: true }, () => `Deleted ${name}.\n`);
    return undefined;
  },
});
