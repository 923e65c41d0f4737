import { baseUrl, type Role } from "@botyard/client";
import { defineCommand } from "../../command.ts";
import { userFields } from "../../users/user-text.ts";

export default defineCommand<{ role?: Role }>({
  about: [
    "Adds a user and prints a link that signs it in once, within a day, in a browser. Requires a key with the scope admin of an admin.",
  ],
  examples: [
    ["Add a user", "platform user add alice"],
    ["Create a key for the user, without a browser", "platform key create laptop --user alice"],
  ],
  arguments: [{ name: "name", help: "name of the user; it cannot be changed" }],
  options: [{ flags: "--role <role>", help: "role of the user (default: user)", choices: ["user", "admin"] }],
  json: [...userFields, "sign_in_link", "link_expires_at"],
  async run(context, [name], { role }) {
    const client = await context.connect();
    const user = await client.users.add({ name: name!, ...(role !== undefined && { role }) });
    const { path, expires_at } = await client.users.signInLink(user.name);
    const link = `${baseUrl(client.url)}${path}`;
    context.print({ ...user, sign_in_link: link, link_expires_at: expires_at }, () => `${link}\n`);
    context.note(
      `Added ${user.name} (${user.role}). The link is a secret: it signs in once, until ${expires_at}.`,
    );
    return undefined;
  },
});
