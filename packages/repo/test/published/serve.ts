import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { trusting } from "../../src/drive/isolation.ts";
import { signInLink } from "../../src/start/sign-in-link.ts";
import type { Consumer } from "./consumer.ts";

export interface Served {
  url: string;
  /** Key of the administrator. */
  key: string;
  /** What `platform serve` had printed when it was ready. */
  said: string;
  stop(): Promise<void>;
}

/** Starts `platform serve` of the installed command with an empty data folder of this name. */
export async function serve(
  consumer: Consumer,
  name: string,
  options: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Served> {
  const data = join(consumer.dir, name);
  const own = ["--port", "0", "--data-dir", data, "--stop-bots", ...(await trusting(data)).options];
  const child = consumer.start(["serve", ...own, ...options], env);
  const ended = once(child, "exit");
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /platform: +(http:\S+)\n/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on("exit", () => reject(new Error(said)));
  });
  return {
    ...{ url, said },
    // A restored folder has none.
    get key() {
      return readFileSync(join(data, "admin.key"), "utf8");
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export interface SignedIn extends Served {
  /** Environment of a user whose command is signed in to the platform. */
  env: NodeJS.ProcessEnv;
  /** Runs a command as this user. */
  platform(args: readonly string[], options?: { cwd?: string }): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for and asserts on it.
  json(args: readonly string[]): Promise<any>;
}

/** Starts a platform for a page, and signs the command in to it as its administrator. */
export async function serveFor(
  page: string,
  consumer: Consumer,
  ...more: [options?: readonly string[], env?: NodeJS.ProcessEnv]
): Promise<SignedIn> {
  const served = await serve(consumer, `data-of-${page}`, ...more);
  const env = { ...consumer.env, PLATFORM_CONFIG_HOME: join(consumer.dir, `profile-of-${page}`) };
  const platform = async (args: readonly string[], { cwd = consumer.dir, input = "" } = {}) => {
    const ended = await consumer.platform(args, { env, cwd, input });
    expect(ended, args.join(" ")).toMatchObject({ code: 0 });
    return ended.stdout;
  };
  await platform(["auth", "login", "--url", served.url, "--with-token"], { input: served.key });
  return { ...served, env, platform, json: async (args) => JSON.parse(await platform([...args, "--json"])) };
}

/** Signs in by a new link, as a browser does, and returns the cookie of the session. */
export const signIn = async ({ url, key }: Served): Promise<string> =>
  signInBy(await signInLink(url, key.trim()));

/** Signs in by this link, as a browser does, and returns the cookie of the session. */
export async function signInBy(link: string): Promise<string> {
  const page = await (await fetch(link)).text();
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    fields.append(/name="([^"]*)"/.exec(input)![1]!, /value="([^"]*)"/.exec(input)?.[1] ?? "");
  const action = new URL(/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? link, link);
  const answer = await fetch(action, {
    method: "POST",
    body: fields,
    headers: { origin: action.origin },
    redirect: "manual",
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0];
  if (!cookie) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  return cookie;
}
