import { ApiError, type ApiKey, type Client } from "@botyard/client";
import { defineCommand } from "../../command.ts";
import { notFound, usage } from "../../failure.ts";
import { cleanLine } from "../../output/clean.ts";

export default defineCommand<{ yes?: boolean }>({
  about: [
    "Revokes the key immediately, after asking for its name. Streams, waiting requests and browser sessions that were opened with it end. An admin may revoke the key of any user.",
  ],
  examples: [["Revoke a key without confirmation", "platform key revoke 4gq2m7x9ab --yes"]],
  arguments: [{ name: "key_id", help: "the key's id, as shown by platform key list" }],
  options: [{ flags: "-y, --yes", help: "do not ask for confirmation" }],
  json: ["id", "name", "revoked"],
  async run(context, [id], options) {
    if (!options.yes && !context.interactive) {
      throw usage("--yes is required when not running interactively.", `platform key revoke ${id} --yes`);
    }
    const client = await context.connect();
    const found = (keys: ApiKey[]) => keys.find((each) => each.id === id);
    const key = found(await client.keys.list()) ?? found(await othersKeys(client));
    if (!key) throw notFound(`There is no key with the id ${JSON.stringify(id)}.`, [], "platform key list");
    const name = cleanLine(key.name);
    if (!options.yes) {
      const typed = await context.prompts.line(`Type the key's name to revoke it (${name})`);
      if (typed?.trim() !== key.name) throw usage("The name was not confirmed; nothing was revoked.");
    }
    await client.keys.revoke(key.id);
    context.print({ id: key.id, name: key.name, revoked: true }, () => `Revoked key ${key.id} (${name}).\n`);
    return undefined;
  },
});

/** The keys of all users, for admins; none for others. */
async function othersKeys(client: Client): Promise<ApiKey[]> {
  try {
    return await client.keys.list({ user: "all" });
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}
