import { baseUrl } from "@botyard/client";
import { defineCommand } from "../../command.ts";

export default defineCommand<object>({
  about: ["Prints a link that signs a user in once, within a day, in a browser."],
  examples: [["Let a user without a key sign in", "platform user link alice"]],
  arguments: [{ name: "name", help: "name of the user" }],
  json: ["sign_in_link", "link_expires_at"],
  async run(context, [name]) {
    const client = await context.connect();
    const { path, expires_at } = await client.users.signInLink(name!);
    const link = `${baseUrl(client.url)}${path}`;
    context.print({ sign_in_link: link, link_expires_at: expires_at }, () => `${link}\n`);
    context.note(`The link is a secret: it signs in once, until ${expires_at}.`);
    return undefined;
  },
});
