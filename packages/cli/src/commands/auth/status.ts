import { defineCommand } from "../../command.ts";
import { facts } from "../../output/table.ts";
import { profileDir } from "../../profile/place.ts";
import { profileFile } from "../../profile/profile.ts";

export default defineCommand<object>({
  about: [
    "Checks the key with the platform, and shows which address and which key are in use and where they come from.",
  ],
  examples: [
    ["Show the user and the platform", "platform auth status"],
    ["Print some fields for a script", "platform auth status --json user_name,url,key_from"],
  ],
  json: [
    "valid",
    "url",
    "url_from",
    "key_from",
    "user_id",
    "user_name",
    "role",
    "signed_in_by",
    "key",
    "server_version",
    "server_time",
    "profile",
  ],
  async run(context) {
    const { url, urlFrom, keyFrom } = await context.credentials();
    const client = await context.connect();
    const status = await client.auth.status();
    const profile = profileFile(profileDir(context.env, context.clone));
    context.print({ ...status, url, url_from: urlFrom, key_from: keyFrom, profile }, () =>
      facts(
        [
          ["platform", `${url} (version ${status.server_version})`],
          ["address from", urlFrom],
          ["user", status.role === "admin" ? `${status.user_name} (admin)` : status.user_name],
          ["key", `${status.key.id} (${status.key.name})`],
          ["key from", keyFrom],
          ["scopes", status.key.scopes.join(", ")],
          ["expires", status.key.expires_at ?? "never"],
          ["profile", profile],
        ],
        context.style.dim,
      ),
    );
    return undefined;
  },
});
