import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import type { Bot } from "../../../model/model.ts";
import { bots } from "../../../operations/bots.ts";
import type { BotView } from "../../../operations/documents/bot.ts";
import { Exactly } from "../../../operations/documents/named.ts";
import { runs } from "../../../operations/runs.ts";
import { describeBot } from "./bot-details.ts";
import { failingFirst, summaryOf } from "./bot-summary.ts";
import { fitting, resultBytes } from "./budget.ts";
import { botId, flag, free, instanceChanges, integer, newInstance, optionalText, text } from "./fields.ts";
import { instanceOf, patchOf, schemaAdvice } from "./instance.ts";
import { changes, creates, reads, tool } from "./tool.ts";

const listed = 100;
/** The statuses that the next moment changes. */
const passing = ["pending", "starting"];
const lookAgain = (bot_id: string, status: string) =>
  `The bot is ${status}. Call bot_get with ${JSON.stringify({ bot_id })} in a few seconds to see whether it runs.`;

const summary = {
  bot_id: text,
  name: text,
  type: text,
  version: text,
  status: text,
  last_error: optionalText,
  last_run_at: optionalText,
  next_run_at: optionalText,
  updated_at: optionalText,
};

export const botTools = {
  bot_list: tool({
    title: "List bots",
    description:
      "List your deployed bot instances with status, failing ones first. Use bot_get for configuration.",
    annotations: reads,
    operation: bots.listBots,
    input: Exactly({}),
    output: Type.Object({
      bots: Type.Array(Type.Object(summary)),
      count: integer,
      truncated: Type.Optional(flag),
      hint: optionalText,
    }),
    async run(parts, call) {
      const page = await bots.listBots.run(parts, call, { limit: listed });
      const more = page.next_cursor !== undefined;
      const failing = more
        ? await bots.listBots.run(parts, call, { limit: listed, status: "failed,backing_off" })
        : { items: [] };
      const rows = failingFirst([...failing.items, ...page.items])
        .slice(0, listed)
        .map(summaryOf);
      const shown = fitting(rows, resultBytes - 500);
      const truncated = more || shown.length < rows.length;
      const hint = `Only ${shown.length} of your bots are listed. bot_get works for every bot_id; GET /api/v1/bots lists all bots.`;
      return { bots: shown, count: shown.length, truncated, ...(truncated && { hint }) };
    },
  }),

  bot_get: tool({
    title: "Get bot",
    description:
      "One instance: configuration (secrets masked), status, last result, latest metric per type, available query paths.",
    annotations: reads,
    operation: bots.getBot,
    input: Exactly({ bot_id: botId }),
    output: Type.Object({
      ...summary,
      schedule: optionalText,
      timezone: optionalText,
      config: Type.Optional(free),
      created_at: optionalText,
      restarts: Type.Optional(integer),
      last_result: Type.Optional(free),
      latest_metrics: Type.Optional(free),
      queries: Type.Optional(Type.Array(text)),
      truncated: Type.Optional(flag),
      hint: optionalText,
    }),
    run: describeBot,
  }),

  bot_deploy: tool({
    title: "Deploy bot",
    description:
      "Create and start an instance. It may trade with real money. Call custom_bot_schema first and build config from it. Not idempotent: check bot_list before retrying.",
    annotations: creates,
    operation: bots.createBot,
    input: Exactly({ config: newInstance }),
    accepts: Exactly({ config: Type.Unknown() }),
    output: Type.Object({
      bot_id: text,
      name: text,
      type: optionalText,
      version: optionalText,
      status: text,
      next_run_at: optionalText,
      hint: optionalText,
    }),
    async run(parts, call, { config }) {
      const made = (await bots.createBot.run(parts, call, {
        config: instanceOf(config) as never,
      })) as BotView;
      const { bot_id, name, type, version, status } = made;
      // The engine stores the next tick a moment later.
      const [next_run_at] = made.schedule
        ? (await runs.listTicks.run(parts, call, { bot_id })).next_ticks
        : [];
      return {
        ...{ bot_id, name, type, version, status },
        ...(next_run_at !== undefined && { next_run_at }),
        ...(passing.includes(status) && { hint: lookAgain(bot_id, status) }),
      };
    },
    advice: (error, { config }) => schemaAdvice(error, config),
  }),

  bot_update: tool({
    title: "Update bot",
    description:
      'Change an instance. Only the fields given change; "config" is replaced whole, so read it with bot_get first. A masked secret sent back unchanged keeps its value. Restarts a realtime bot.',
    annotations: changes,
    operation: bots.patchBot,
    input: Exactly({ bot_id: botId, config: instanceChanges }),
    accepts: Exactly({ bot_id: botId, config: free }),
    output: Type.Object({
      bot_id: text,
      name: optionalText,
      version: optionalText,
      status: text,
      changed: Type.Array(text),
      restarted: Type.Optional(flag),
      hint: optionalText,
    }),
    async run(parts, call, { bot_id, config }) {
      const shown = await bots.getBot.run(parts, call, { bot_id });
      const patch = patchOf(config, shown.type);
      const before = await parts.bots.get(call.caller.user_id, bot_id);
      if (Object.keys(patch).length > 0) await bots.patchBot.run(parts, call, { bot_id, config: patch });
      const { name, version, status, ...after } = await parts.bots.get(call.caller.user_id, bot_id);
      const now = { name, version, ...after } as Record<string, unknown>;
      const changed = Object.keys(patch).filter(
        (field) => !isDeepStrictEqual(before[field as keyof Bot], now[field]),
      );
      const restarted =
        before.model === "realtime" &&
        before.desired === "running" &&
        (changed.includes("version") || changed.includes("config"));
      const hint =
        (restarted || passing.includes(status)) && lookAgain(bot_id, restarted ? "restarting" : status);
      return { bot_id, name, version, status, changed, restarted, ...(hint && { hint }) };
    },
    advice: (error, { bot_id }) =>
      error.code === "validation_failed"
        ? `Call bot_get with ${JSON.stringify({ bot_id })} for the present configuration, and custom_bot_schema for what is allowed. Nothing was changed.`
        : undefined,
  }),

  bot_delete: tool({
    title: "Delete bot",
    description:
      "Stop and permanently delete an instance and its state. Cannot be undone; it does not close open positions. Confirm with the user.",
    annotations: changes,
    operation: bots.deleteBot,
    input: Exactly({ bot_id: botId }),
    output: Type.Object({ bot_id: text, name: optionalText, deleted: flag }),
    async run(parts, call, { bot_id }) {
      const { name } = await bots.getBot.run(parts, call, { bot_id });
      await bots.deleteBot.run(parts, call, { bot_id });
      return { bot_id, name, deleted: true };
    },
  }),
};
