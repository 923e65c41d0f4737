import { defineCommand } from "../../command.ts";
import { userFields } from "../../users/user-text.ts";

export default defineCommand<object>({
  about: ["Gives a disabled user access again. Its keys work again, its sessions do not."],
  examples: [["Enable a user", "platform user enable alice"]],
  arguments: [{ name: "name", help: "name of the user" }],
  json: userFields,
  async run(context, [name]) {
    const client = await context.connect();
    const user = await client.users.enable(name!);
    context.print(user, () => `Enabled ${user.name}.\n`);
    return undefined;
  },
});
