import { createClient } from "@botyard/client";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { keyOf, resolveUrl } from "../../profile/credentials.ts";
import { profileDir } from "../../profile/place.ts";
import { profileFile, readProfile, writeProfile } from "../../profile/profile.ts";

export default defineCommand<{ withToken?: boolean; url?: string }>({
  about: [
    "Checks the key with the platform and stores it in the profile with the platform's address. The platform writes the key of its first user to admin.key in its data folder and prints the path when it starts.",
  ],
  examples: [
    ["Paste a key at the prompt", "platform auth login"],
    ["Read the key from a file, on a server or in CI", "platform auth login --with-token < admin.key"],
    ["Sign in to another platform", "platform auth login --url http://bots.example:7070"],
  ],
  options: [
    { flags: "--with-token", help: "read the key from standard input" },
    { flags: "--url <url>", help: "the platform's address; the same as --api-url" },
  ],
  json: ["url", "user_name", "key_id", "scopes", "profile"],
  async run(context, _args, options) {
    const dir = profileDir(context.env, context.clone);
    const profile = await readProfile(dir);
    const given = options.url === undefined ? context.globals : { ...context.globals, apiUrl: options.url };
    const { url } = resolveUrl(context.env, given, profile.current);
    const key = await givenKey();
    const client = createClient({
      url,
      key,
      signal: context.signal,
      userAgent: `platform/${context.version}`,
    });
    const status = await client.auth.status();
    await writeProfile(dir, {
      current: url,
      servers: { ...profile.servers, [url]: { key, user_name: status.user_name, key_id: status.key.id } },
    });
    if (context.env.PLATFORM_API_KEY) {
      context.warn("PLATFORM_API_KEY is set and overrides the profile.");
    }
    context.print(
      {
        url,
        user_name: status.user_name,
        key_id: status.key.id,
        scopes: status.key.scopes,
        profile: profileFile(dir),
      },
      () =>
        `Signed in to ${url} as ${status.user_name} (key ${status.key.id}: ${status.key.scopes.join(", ")}).\n`,
    );
    return undefined;

    async function givenKey(): Promise<string> {
      if (options.withToken || context.globals.apiKeyStdin) {
        return keyOf(await context.readStdin("the key"), "Standard input");
      }
      if (!context.interactive) {
        throw usage(
          "Cannot prompt for a key when not running interactively.",
          "platform auth login --with-token < admin.key",
        );
      }
      const typed = await context.prompts.secret(`API key for ${url}`);
      if (typed === undefined) throw usage("No key was given; nothing was changed.");
      return keyOf(typed, "The input");
    }
  },
});
