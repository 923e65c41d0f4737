import { when } from "../../bots/bot-text.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../output/table.ts";

export default defineCommand<object>({
  examples: [["List all keys", "platform key list"]],
  json: ["id", "name", "scopes", "created_at", "expires_at", "last_used_at"],
  async run(context) {
    const client = await context.connect();
    const keys = await client.keys.list();
    context.print({ items: keys }, () =>
      table(
        ["ID", "NAME", "SCOPES", "CREATED", "LAST USED", "EXPIRES"],
        keys.map((key) => [
          key.id,
          key.name,
          key.scopes.join(","),
          when(context, key.created_at),
          key.last_used_at ? when(context, key.last_used_at) : "never",
          key.expires_at ? when(context, key.expires_at) : "never",
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    return undefined;
  },
});
