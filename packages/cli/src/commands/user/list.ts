import { when } from "../../bots/bot-text.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../output/table.ts";
import { userFields } from "../../users/user-text.ts";

export default defineCommand<object>({
  examples: [["List all users", "platform user list"]],
  json: userFields,
  async run(context) {
    const client = await context.connect();
    const users = await client.users.list();
    context.print({ items: users }, () =>
      table(
        ["NAME", "ROLE", "CREATED", "DISABLED"],
        users.map((user) => [
          user.name,
          user.role,
          when(context, user.created_at),
          user.disabled_at ? when(context, user.disabled_at) : "no",
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    return undefined;
  },
});
