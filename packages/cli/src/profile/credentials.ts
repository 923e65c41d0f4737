import { AddressError, apiUrl, defaultApiUrl } from "@botyard/client";
import type { Credentials, Environment, Globals } from "../context.ts";
import { usage } from "../failure.ts";
import { readProfile } from "./profile.ts";

/** Finds the address and the key: options first, then the environment, then the profile. */
export async function resolveCredentials(
  env: Environment,
  globals: Globals,
  profileDir: string,
  readStdin: (what: string) => Promise<string>,
): Promise<Credentials> {
  const profile = await readProfile(profileDir);
  const found = resolveUrl(env, globals, profile.current);
  if (globals.apiKeyStdin) {
    return { ...found, key: keyOf(await readStdin("the key"), "Standard input"), keyFrom: "--api-key-stdin" };
  }
  if (env.PLATFORM_API_KEY) {
    return { ...found, key: keyOf(env.PLATFORM_API_KEY, "PLATFORM_API_KEY"), keyFrom: "PLATFORM_API_KEY" };
  }
  const signedIn = profile.servers[found.url];
  return signedIn ? { ...found, key: signedIn.key, keyFrom: "profile" } : found;
}

export function resolveUrl(
  env: Environment,
  globals: Globals,
  current: string | undefined,
): Pick<Credentials, "url" | "urlFrom"> {
  try {
    if (globals.apiUrl) return { url: apiUrl(globals.apiUrl), urlFrom: "--api-url" };
    if (env.PLATFORM_API_URL) return { url: apiUrl(env.PLATFORM_API_URL), urlFrom: "PLATFORM_API_URL" };
  } catch (error) {
    if (error instanceof AddressError)
      throw usage(error.message, "for example: PLATFORM_API_URL=http://127.0.0.1:7070");
    throw error;
  }
  return current ? { url: current, urlFrom: "profile" } : { url: defaultApiUrl, urlFrom: "default" };
}

/**
 * Trims a key.
 *
 * @throws {Failure} exit code 2 if the text is not one word of printable ASCII characters
 */
export function keyOf(text: string, where: string): string {
  const key = text.trim();
  if (key === "") throw usage(`${where} contains no key.`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usage(`${where} is not a valid key: it contains white space or characters other than ASCII.`);
  return key;
}
