import { when } from "../../bots/bot-text.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../output/table.ts";

export default defineCommand<{ user?: string }>({
  examples: [
    ["List your keys", "platform key list"],
    ["List the keys of all users, as an admin", "platform key list --user all"],
  ],
  options: [{ flags: "--user <name>", help: "keys of another user, or of all; only for admins" }],
  json: ["id", "user", "name", "scopes", "created_at", "expires_at", "last_used_at"],
  async run(context, _args, options) {
    const client = await context.connect();
    const keys = await client.keys.list(options);
    context.print({ items: keys }, () =>
      table(
        ["ID", ...(options.user ? ["USER"] : []), "NAME", "SCOPES", "CREATED", "LAST USED", "EXPIRES"],
        keys.map((key) => [
          key.id,
          ...(options.user ? [key.user ?? ""] : []),
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
