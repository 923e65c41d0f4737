import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, follow, readPage } from "../page.ts";
import type { Consumer } from "./consumer.ts";
import { serve, serveFor, signInBy } from "./serve.ts";

/** The pages for those who run a platform, with the installed archives. */
export function describePlatformPages(consumer: () => Consumer): void {
  test("docs/how-to/connect-an-assistant.md works as it is written", async () => {
    const page = "docs/how-to/connect-an-assistant.md";
    const on = await serveFor("assistant", consumer());
    const cwd = join(consumer().dir, "assistant");
    mkdirSync(cwd);
    const env = { ...on.env, HOME: cwd, PLATFORM_API_URL: on.url };
    await follow(page, { cwd, env, excerpts: true });
    expect(blocksOf(readPage(page)).filter(({ language }) => language === "sh")).toHaveLength(5);
    const commands = [...readPage(page).matchAll(/^\| [^|]+ \| `platform ([^`]+)` \|/gm)];
    expect(commands.length).toBeGreaterThan(4);
    for (const [, command] of commands)
      expect(await on.platform([...command!.split(" "), "--print"])).toContain("PLATFORM_API_KEY");
    await on.stop();
  });

  test("who follows docs/how-to/share-a-platform.md adds a user, looks after a bot of theirs, and ends their access", async () => {
    const page = "docs/how-to/share-a-platform.md";
    const [, PLATFORM_PUBLIC_URL] = /PLATFORM_PUBLIC_URL=(\S+)/.exec(readPage(page))!;
    const on = await serveFor("share", consumer(), [], { PLATFORM_PUBLIC_URL });
    const lines = blocksOf(readPage(page))
      .filter(({ language, options }) => language === "sh" && options.long === undefined)
      .flatMap(({ text }) => text.trim().split("\n"));
    const typed = (command: string, bot = "") => {
      const line = lines.find((line) => line.startsWith(`platform ${command} `))!;
      return on.platform(line.replace("<bot_id>", bot).split(" ").slice(1));
    };
    expect(await typed("user add")).toContain(`${on.url}/sign-in`);
    const env = { ...consumer().env, PLATFORM_CONFIG_HOME: join(consumer().dir, "profile-of-alice") };
    const alice = { env, cwd: join(consumer().dir, "hers") };
    const asAlice = async (...args: string[]) => (await consumer().platform(args, alice)).code;
    await on.platform(["custom-bot", "init", "hers", "--type", "realtime"]);
    const login = ["auth", "login", "--url", on.url, "--with-token"];
    const signedIn = await consumer().platform(login, { ...alice, input: await typed("key create") });
    expect(signedIn).toMatchObject({ code: 0 });
    expect(await asAlice("custom-bot", "deploy")).toBe(0);
    expect(await asAlice("bot", "deploy", "instance.json")).toBe(0);
    expect(await typed("bot list")).toContain("hers");
    const [{ bot_id }] = (await on.json(["bot", "list", "--user", "all"])).items;
    await typed("bot logs", bot_id);
    await typed("bot stop", bot_id);
    expect(await on.json(["bot", "get", bot_id])).toMatchObject({ status: "stopped" });
    expect(await asAlice("auth", "status")).toBe(0);
    await typed("user disable");
    expect(await asAlice("auth", "status")).toBe(4);
    await on.stop();
  });

  test("the address of docs/how-to/limit-bots-by-cgroup.md tells how limits are enforced", async () => {
    const page = "docs/how-to/limit-bots-by-cgroup.md";
    const on = await serve(consumer(), "limits");
    const command = blocksOf(readPage(page)).find(({ language }) => language === "sh")!.text;
    const asked = command.replace("http://127.0.0.1:7070", on.url);
    const { stdout } = await consumer().run("sh", ["-c", asked]);
    const { isolation } = JSON.parse(stdout);
    expect(readPage(page)).toContain(`\`${isolation.limits}\``);
    if (isolation.limits === "watched") expect(isolation.reasons).not.toEqual([]);
    await on.stop();
  });

  test("the first start prints the sign-in link of docs/how-to/use-the-dashboard.md, which works once", async () => {
    const on = await serve(consumer(), "first-start");
    const [link] = /http:\S+\/sign-in\S+/.exec(on.said)!;
    expect(await signInBy(link)).toContain("=");
    await expect(signInBy(link)).rejects.toThrow();
    await on.stop();
  });
}
