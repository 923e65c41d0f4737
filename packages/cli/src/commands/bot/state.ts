import { isSpelledOtherwise, readExactJson } from "@botyard/core";
import { isJson } from "@botyard/runtime";
import { when } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { failed } from "../../failure.ts";
import { clean } from "../../output/clean.ts";
import { indentJson } from "../../output/indent.ts";
import { select } from "../../output/select.ts";
import { table } from "../../output/table.ts";
import { bytes } from "../../output/times.ts";

export default defineCommand<{ raw?: boolean }>({
  examples: [
    ["List the keys", "platform bot state my-bot"],
    ["Print one value", "platform bot state my-bot position"],
  ],
  arguments: [namedBot, { name: "key", help: "print the value of this key", optional: true }],
  options: [{ flags: "--raw", help: "print the stored bytes unchanged" }],
  json: ["key", "bytes", "updated_at"],
  async run(context, [named, key], options) {
    const client = await context.connect();
    const { bot_id } = await findBot(client, named!);
    if (key === undefined) {
      const keys = await client.state.list(bot_id);
      context.print({ items: keys }, () =>
        table(
          ["KEY", "SIZE", "UPDATED"],
          keys.map((each) => [
            each.key,
            context.stdout.isTTY ? bytes(each.bytes) : String(each.bytes),
            when(context, each.updated_at),
          ]),
          { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
        ),
      );
      if (keys.length === 0) context.note("The bot has no state yet.");
      return undefined;
    }
    const value = await client.state.get(bot_id, key);
    const text = new TextDecoder().decode(value);
    const { json } = context.globals;
    if (options.raw) {
      context.stdout.write(value);
      return undefined;
    }
    if (!isJson(value)) {
      throw failed(
        `The value of state key "${clean(key)}" of ${clean(named!)} is not valid JSON.`,
        [],
        `platform bot state ${clean(named!)} ${clean(key)} --raw    (prints the stored bytes)`,
      );
    }
    if (json && json !== true)
      context.stdout.write(
        `${JSON.stringify(select(readExactJson(text, isSpelledOtherwise), json), null, 2)}\n`,
      );
    else context.stdout.write(`${json ? indentJson(text) : clean(indentJson(text))}\n`);
    return undefined;
  },
});
