import { defineCommand } from "../../command.ts";
import { notFound, usage } from "../../failure.ts";
import { cleanLine } from "../../output/clean.ts";

export default defineCommand<{ yes?: boolean }>({
  about: ["The key stops working at once, everywhere. Asks first."],
  examples: [["By its id", "platform key revoke 4gq2m7x9ab --yes"]],
  arguments: [{ name: "key_id", help: "the key's id, as platform key list shows it" }],
  options: [{ flags: "-y, --yes", help: "do not ask" }],
  json: ["id", "name", "revoked"],
  async run(context, [id], options) {
    if (!options.yes && !context.interactive) {
      throw usage("There is nobody to ask here; revoking needs --yes.", `platform key revoke ${id} --yes`);
    }
    const client = await context.connect();
    const key = (await client.keys.list()).find((each) => each.id === id);
    if (!key) throw notFound(`There is no key with the id ${JSON.stringify(id)}.`, [], "platform key list");
    const name = cleanLine(key.name);
    if (!options.yes) {
      const typed = await context.prompts.line(`Type the key's name to revoke it (${name})`);
      if (typed?.trim() !== key.name) throw usage("The name was not typed; nothing was revoked.");
    }
    await client.keys.revoke(key.id);
    context.print({ id: key.id, name: key.name, revoked: true }, () => `Revoked key ${key.id} (${name}).\n`);
    return undefined;
  },
});
