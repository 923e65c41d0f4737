import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compiledLanguages } from "../../src/drive/compiled.ts";
import { follow } from "../page.ts";
import type { Consumer } from "./consumer.ts";
import { serveFor } from "./serve.ts";

/** The languages that have a page, with the settings that keep their builds short. */
export const projects = [
  {
    name: "typescript",
    whyNot: undefined,
    environment: { npm_config_prefer_offline: "true", npm_config_audit: "false" },
  },
  ...compiledLanguages,
];

/** The pages about writing bots in a language, with the installed archives. */
export function describeProjectPages(consumer: () => Consumer): void {
  for (const { name, whyNot, environment } of projects) {
    const page = `docs/how-to/write-a-bot-in-${name}.md`;
    test(`${page} works as it is written`, { timeout: 600_000 }, async ({ skip }) => {
      skip(whyNot !== undefined, whyNot);
      const on = await serveFor(name, consumer());
      // Build tools use the cache and the registry of the user.
      const env = { ...on.env, HOME: process.env.HOME, ...environment };
      const cwd = join(consumer().dir, name);
      mkdirSync(cwd);
      await follow(page, { cwd, env, excerpts: true });
      // A tick of the schedule may have started another.
      const runs: { tick?: string | null }[] = (await on.json(["bot", "runs", "threshold"])).items;
      expect(runs.filter(({ tick }) => !tick)).toHaveLength(2);
      await on.stop();
    });
  }
}
