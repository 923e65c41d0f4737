import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Block, blocksOf, follow, readPage } from "../page.ts";
import type { Consumer } from "./consumer.ts";
import { serve, serveFor, signInBy } from "./serve.ts";

const proxyPage = "docs/how-to/run-behind-a-proxy.md";

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
    const [, PLATFORM_PUBLIC_URL] = /PLATFORM_PUBLIC_URL=(\S+)/.exec(readPage(proxyPage))!;
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

  test("who follows docs/how-to/back-up-a-platform.md has the bots of a platform on a restored one", async () => {
    const page = "docs/how-to/back-up-a-platform.md";
    const name = "data-of-backup";
    const on = await serveFor("backup", consumer());
    await on.platform(["custom-bot", "init", "kept", "--type", "scheduled"]);
    const bot = join(consumer().dir, "kept");
    await on.platform(["custom-bot", "deploy"], { cwd: bot });
    await on.platform(["bot", "deploy", "instance.json"], { cwd: bot });
    const lines = blocksOf(readPage(page))
      .filter(({ language }) => language === "sh")
      .flatMap(({ text }) => text.trim().split("\n"))
      .map((line) =>
        line.replaceAll("/backups/", "backups/").replace("--data-dir data", `--data-dir ${name}`),
      );
    const typed = async (start: string) => {
      const line = lines.find((one) => one.startsWith(start) && !one.includes("|"))!;
      const { code, stderr } = await consumer().run("sh", ["-c", line], { env: on.env });
      expect({ code, stderr }).toMatchObject({ code: 0 });
    };
    await typed("platform backup backups/botyard.tar.gz");
    await typed("platform restore");
    await on.stop();
    await consumer().run("sh", ["-c", lines.find((one) => one.startsWith("cp "))!.replace(" ", ` ${name}/`)]);
    expect(lines).toContain("platform serve --data-dir restored --take-over");
    const again = await serve(consumer(), "restored", ["--take-over"]);
    const { items } = (await (
      await fetch(`${again.url}/api/v1/bots`, { headers: { authorization: `ApiKey ${on.key.trim()}` } })
    ).json()) as { items: { name: string; status: string }[] };
    expect(items).toMatchObject([{ name: "kept", status: "stopped" }]);
    await again.stop();
  });

  // e2e/proxies.test.ts starts the proxies with these files.
  test("docs/how-to/run-behind-a-proxy.md shows the configurations that its commands copy, which are published", async () => {
    const blocks = blocksOf(readPage(proxyPage));
    for (const [language, name] of [
      ["nginx", "nginx.conf"],
      ["caddyfile", "Caddyfile"],
    ] as const) {
      const shown = blocks.find((block) => block.language === language)!.text;
      const copies = blocks.find(
        ({ language, text }) => language === "sh" && text.includes(`proxies/${name}`),
      )!;
      const installed = copies.text
        .replace("$(npm root -g)", join(consumer().dir, "node_modules"))
        .replace(/\/etc\/\S+/, join(consumer().dir, `copy-of-${name}`));
      expect(await consumer().run("sh", ["-ec", installed])).toMatchObject({ code: 0 });
      expect(readFileSync(join(consumer().dir, `copy-of-${name}`), "utf8")).toBe(shown);
    }
  });

  test("the keys of docs/how-to/watch-with-prometheus.md read the metrics of the platform and of all bots", async () => {
    const page = "docs/how-to/watch-with-prometheus.md";
    const on = await serveFor("prometheus", consumer());
    const [{ text }] = blocksOf(readPage(page)).filter(({ language }) => language === "sh") as [Block];
    const folder = mkdtempSync(join(consumer().dir, "prometheus-"));
    const { code } = await consumer().run("sh", ["-ec", text], { cwd: folder, env: on.env });
    expect(code).toBe(0);
    const read = (path: string, file: string) => {
      const authorization = `ApiKey ${readFileSync(join(folder, file), "utf8").trim()}`;
      return fetch(`${on.url}${path}`, { headers: { authorization } });
    };
    expect((await read("/metrics", "botyard.key")).status).toBe(200);
    expect((await read("/metrics/bots", "botyard.key")).status).toBe(200);
    expect((await read("/metrics/bots?user=all", "botyard.key")).status).toBe(403);
    expect((await read("/metrics/bots?user=all", "botyard-bots.key")).status).toBe(200);
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
