import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startChild, stopChild } from "../../src/start/children.ts";
import { blocksOf, follow, readPage, writeFiles } from "../page.ts";
import type { Consumer } from "./consumer.ts";
import { serveFor } from "./serve.ts";

/** The pages about deploying bots, with the installed archives. */
export function describeBotPages(consumer: () => Consumer): void {
  const folderOf = (name: string): string => {
    const folder = join(consumer().dir, name);
    mkdirSync(folder);
    return folder;
  };

  test("docs/tutorials/your-first-bot.md works as it is written", { timeout: 300_000 }, async () => {
    const { child: feed, found: url } = await startChild(
      "The price feed",
      ["examples/price-feed/src/main.ts", "--port", "0", "--day-seconds", "1"],
      {},
      (line) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0],
    );
    const on = await serveFor("first", consumer(), [
      ...["--bot-env", `PRICE_FEED_URL=${url}`],
      ...["--local-service", `price-feed=${new URL(url).host}`],
    ]);
    try {
      const cwd = folderOf("first-bot");
      // npx would run the same file.
      const functions = () => 'npx() { "$@"; }';
      await follow("docs/tutorials/your-first-bot.md", { cwd, env: on.env, functions, excerpts: true });
      expect((await on.json(["bot", "list"])).items).toEqual([]);
    } finally {
      await on.stop();
      await stopChild(feed);
    }
  });

  test("the script of docs/how-to/deploy-from-ci.md creates the bot the first time, updates it the next, and fails rather than run old code", {
    timeout: 300_000,
  }, async () => {
    const page = "docs/how-to/deploy-from-ci.md";
    const on = await serveFor("ci", consumer());
    const folder = folderOf("ci");
    writeFiles(page, folder);
    const [created] = /platform key create [^\n]*/.exec(readPage(page))!;
    const key = await on.platform(created.split(" ").slice(1));
    await on.platform(["custom-bot", "init", "my-bot", "--type", "scheduled"], { cwd: join(folder, "live") });
    const { HOME: _, ...rest } = consumer().env;
    const signIn = { PLATFORM_API_URL: on.url, PLATFORM_API_KEY: key.trim(), CI: "true" };
    const env = { ...rest, ...signIn, PLATFORM_CONFIG_HOME: join(folder, "nobody") };
    const run = blocksOf(readPage(page)).find(({ options }) => options.long !== undefined)!;
    const deploy = async (code = 0): Promise<string> => {
      const ended = await consumer().run("sh", ["-c", run.text], { cwd: folder, env });
      expect(ended).toMatchObject({ code });
      return ended.stdout;
    };
    const cwd = join(folder, "live", "my-bot");
    const edit = (file: string, from: string, to: string) =>
      writeFileSync(join(cwd, file), readFileSync(join(cwd, file), "utf8").replace(from, to));
    const bot = () => on.json(["bot", "get", "my-bot"]);

    expect(await deploy()).toContain("Uploaded my-bot 1.0.0.\nCreated my-bot.\n");
    expect(await bot()).toMatchObject({ status: "idle", revision: 1 });
    edit("../my-bot.yaml", "AAPL", "MSFT");
    expect(await deploy()).not.toContain("Uploaded");
    expect(await bot()).toMatchObject({ revision: 2, config: { symbol: "MSFT" } });
    expect(await deploy()).toContain("No changes: 1 bot unchanged.");
    appendFileSync(join(cwd, "bot.py"), "# changed\n");
    await deploy(6);
    edit("bot-config.yaml", "version: 1.0.0", "version: 1.0.1");
    await deploy();
    expect(await bot()).toMatchObject({ revision: 3, version: "1.0.1" });
    await on.platform(["bot", "delete", "my-bot", "--yes"]);
    await deploy();
    expect(await bot()).toMatchObject({ revision: 1, version: "1.0.1" });
    await on.stop();
  });

  test("the three bots of docs/how-to/move-a-bot-here.md are moved as it says", {
    timeout: 300_000,
  }, async () => {
    const page = "docs/how-to/move-a-bot-here.md";
    const on = await serveFor("move", consumer());
    try {
      await follow(page, { cwd: folderOf("move"), env: on.env, excerpts: true });
      const items: { name: string }[] = (await on.json(["bot", "list"])).items;
      expect(items.map(({ name }) => name).sort()).toEqual(["my-savings", "rebalance", "watch"]);
    } finally {
      await on.stop();
    }
  });

  test("the runtime and the bot of docs/how-to/add-a-runtime.md work as written", async ({ skip }) => {
    const folder = folderOf("perl-bot");
    if ((await consumer().run("sh", ["-c", "command -v perl"])).code !== 0) skip("perl is not installed");
    writeFiles("docs/how-to/add-a-runtime.md", folder);
    writeFileSync(
      join(folder, "bot-config.yaml"),
      'name: perl-bot\nversion: "1.0.0"\ntype: scheduled\nruntime: perl5\nentrypoints: {bot: bot.pl}\nschema: {bot: bot-schema.json}\n',
    );
    writeFileSync(join(folder, "bot-schema.json"), '{"type": "object", "properties": {}}');
    const args = ["dev", "--tick", "now", "--runtimes", "runtimes.yaml"];
    const run = await consumer().platform(args, { cwd: folder });
    expect(run.stderr).toContain(
      'The run ended: success (exit code 0), result {"status":"success","message":"done"}',
    );
    expect(run.stdout).toContain("This goes to the log of dev-perl-bot.");
    const on = await serveFor("perl", consumer(), ["--runtimes", join(folder, "runtimes.yaml")]);
    await on.platform(["custom-bot", "deploy", "--runtimes", "runtimes.yaml"], { cwd: folder });
    await on.stop();
  });
}
