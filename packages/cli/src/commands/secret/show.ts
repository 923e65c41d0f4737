import { defineCommand } from "../../command.ts";
import { secretFields, secretText } from "../../secrets/secret-text.ts";
import { secretName } from "../../secrets/set-value.ts";

export default defineCommand({
  about: [
    "Shows when a secret was set and by whom, and the bots whose config refers to it. The value is never shown.",
  ],
  examples: [["Show which bots use a key", "platform secret show kraken-key"]],
  arguments: [secretName],
  json: [...secretFields, "used_by"],
  async run(context, [name]) {
    const client = await context.connect();
    const secret = await client.secrets.get(name!);
    context.print(secret, () => secretText(context, secret));
    return undefined;
  },
});
