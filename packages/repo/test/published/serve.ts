import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isolationOptions } from "../../src/drive/isolation.ts";
import type { Consumer } from "./consumer.ts";

export interface Served {
  url: string;
  /** Key of the administrator. */
  key: string;
  stop(): Promise<void>;
}

/** Starts `platform serve` of the installed command with an empty data folder of this name. */
export async function serve(consumer: Consumer, name: string): Promise<Served> {
  const data = join(consumer.dir, name);
  const child = consumer.start([
    ...["serve", "--port", "0", "--data-dir", data, "--stop-bots"],
    ...(await isolationOptions(data)),
  ]);
  const ended = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /platform: +(http:\S+)\n/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on("exit", () => reject(new Error(said)));
  });
  return {
    url,
    key: readFileSync(join(data, "admin.key"), "utf8"),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Signs in by a link, as a browser does, and returns the cookie of the session. */
export async function signIn({ url, key }: Served): Promise<string> {
  const made = await fetch(`${url}/api/v1/users/admin/sign-in-links`, {
    method: "POST",
    headers: { authorization: `ApiKey ${key.trim()}` },
  });
  const { path } = (await made.json()) as { path: string };
  const page = await (await fetch(url + path)).text();
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    fields.append(/name="([^"]*)"/.exec(input)![1]!, /value="([^"]*)"/.exec(input)?.[1] ?? "");
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? path;
  const answer = await fetch(new URL(action, url + path), {
    method: "POST",
    body: fields,
    headers: { origin: url },
    redirect: "manual",
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0];
  if (!cookie) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  return cookie;
}
