import { createClient, type Scope } from "@botyard/client";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { keyOf, resolveUrl } from "../../profile/credentials.ts";
import { profileDir } from "../../profile/place.ts";
import { profileFile, readProfile, writeProfile } from "../../profile/profile.ts";
import { keyFromBrowser } from "../../sign-in/device.ts";

export default defineCommand<{ withToken?: boolean; url?: string; scope?: Scope[] }>({
  about: [
    "On a terminal, prints an address and a code. A user who is signed in there with the scope admin approves the code, and the command gets a new key of that user. The platform prints a link that signs its first user in when it starts for the first time.",
    "With --with-token, reads a key instead. The platform writes the key of its first user to admin.key in its data folder and prints the path.",
    "The key is checked with the platform and stored in the profile with the platform's address.",
  ],
  examples: [
    ["Sign in with a browser", "platform auth login"],
    ["Paste a key at the prompt", "platform auth login --with-token"],
    ["Read the key from a file, on a server or in CI", "platform auth login --with-token < admin.key"],
    ["Sign in to another platform", "platform auth login --url http://bots.example:7070"],
  ],
  options: [
    { flags: "--with-token", help: "read a key from standard input, or prompt for it on a terminal" },
    {
      flags: "--scope <scope>",
      help: "scope of the new key: read, deploy or admin (default: read and deploy)",
      choices: ["read", "deploy", "admin"],
      repeats: true,
    },
    { flags: "--url <url>", help: "the platform's address; the same as --api-url" },
  ],
  json: ["url", "user_name", "key_id", "scopes", "profile"],
  async run(context, _args, options) {
    const dir = profileDir(context.env, context.clone);
    const profile = await readProfile(dir);
    const given = options.url === undefined ? context.globals : { ...context.globals, apiUrl: options.url };
    const { url } = resolveUrl(context.env, given, profile.current);
    const key = await givenKey();
    const client = clientWith(key);
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

    function clientWith(key: string | undefined) {
      const userAgent = `platform/${context.version}`;
      return createClient({ url, key, signal: context.signal, userAgent });
    }

    async function givenKey(): Promise<string> {
      const piped = options.withToken && !context.interactive;
      if (piped || context.globals.apiKeyStdin) {
        return keyOf(await context.readStdin("the key"), "Standard input");
      }
      if (!context.interactive) {
        throw usage(
          "Cannot prompt for a key when not running interactively.",
          "platform auth login --with-token < admin.key",
        );
      }
      if (!options.withToken) {
        const scopes = options.scope ?? ["read", "deploy"];
        const key = await keyFromBrowser(context, clientWith(undefined), scopes);
        if (key !== undefined) return key;
      }
      const typed = await context.prompts.secret(`API key for ${url}`);
      if (typed === undefined) throw usage("No key was given; nothing was changed.");
      return keyOf(typed, "The input");
    }
  },
});
