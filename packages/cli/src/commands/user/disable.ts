import { defineCommand } from "../../command.ts";
import { userFields } from "../../users/user-text.ts";

export default defineCommand<object>({
  about: [
    "Ends the access of a user: its keys and sessions stop working, and its streams and waiting requests end. Its bots keep running; stop them with platform bot stop.",
  ],
  examples: [
    ["Disable a user", "platform user disable alice"],
    ["List its bots", "platform bot list --user alice"],
  ],
  arguments: [{ name: "name", help: "name of the user" }],
  json: userFields,
  async run(context, [name]) {
    const client = await context.connect();
    const user = await client.users.disable(name!);
    context.print(user, () => `Disabled ${user.name}.\n`);
    return undefined;
  },
});
