import { defineCommand } from "../../command.ts";
import { secretFields, secretTable } from "../../secrets/secret-text.ts";

export default defineCommand({
  about: [
    "Lists your secrets with who set them and when a process was started with them last. Values are never shown.",
  ],
  examples: [["List your secrets", "platform secret list"]],
  json: secretFields,
  async run(context) {
    const client = await context.connect();
    const secrets = await client.secrets.list();
    context.print({ items: secrets }, () => secretTable(context, secrets));
    return undefined;
  },
});
