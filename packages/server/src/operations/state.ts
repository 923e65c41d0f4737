import { BotyardError } from "@botyard/core";
import { Type } from "typebox";
import { PlatformError } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import { diskUseOf, StateValueTooLargeError } from "../state/states.ts";
import { pageOf, readCursor } from "./cursor.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { StateKeys } from "./documents/state.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

const tag = "state";
const botId = Type.String();
const key = Type.String();

/** State of bots. It can be changed only while the bot is stopped. */
export const state = {
  listState: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the keys of a bot's state",
    input: Exactly({
      bot_id: botId,
      ...pageQuery,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: "Keys per page." }),
      ),
    }),
    output: StateKeys,
    async run(parts, { caller }, { bot_id, limit = 200, cursor }) {
      const after = readCursor(cursor, 1)?.[0];
      const bot = await parts.bots.get(caller.user_id, bot_id);
      const found = await refusing(() => parts.states.list(bot, { after, limit: limit + 1 }));
      return pageOf(found, limit, ({ key }) => [key]);
    },
  }),

  getState: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get a value as stored",
    input: Exactly({ bot_id: botId, key }),
    output: Type.Unsafe<Buffer>(Type.Unknown()),
    async run(parts, { caller }, { bot_id, key }) {
      const bot = await parts.bots.get(caller.user_id, bot_id);
      const value = await refusing(() => parts.states.read(bot.bot_id, key));
      if (!value) throw unknownKey(key);
      return value;
    },
  }),

  putState: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Set a value while the bot is stopped",
    input: Exactly({
      bot_id: botId,
      key,
      // The bytes of the value, so that its numbers keep their digits.
      value: Type.Unsafe<Buffer>(Type.Unknown({ description: "Any JSON value." })),
    }),
    unchecked: ["value"],
    output: Type.Null({ description: "Set." }),
    async run(parts, { caller }, { bot_id, key, value }) {
      const { states, engine, stateChanges } = parts;
      await stateChanges.take(bot_id, async () => {
        const bot = await stopped(parts, caller.user_id, bot_id);
        const more = diskUseOf(value.length) - (await refusing(() => states.diskUse(bot_id, key)));
        engine.writing(bot, Math.max(0, more));
        try {
          await refusing(() => states.write(bot_id, key, value));
        } catch (error) {
          engine.writing(bot, Math.min(0, -more));
          throw error;
        }
        engine.writing(bot, Math.min(0, more));
      });
      return null;
    },
  }),

  deleteState: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Delete a key while the bot is stopped",
    input: Exactly({ bot_id: botId, key }),
    output: Type.Null({ description: "Deleted." }),
    async run(parts, { caller }, { bot_id, key }) {
      const { states, engine, stateChanges } = parts;
      await stateChanges.take(bot_id, async () => {
        const bot = await stopped(parts, caller.user_id, bot_id);
        const bytes = await refusing(() => states.diskUse(bot_id, key));
        if (!(await refusing(() => states.delete(bot_id, key)))) throw unknownKey(key);
        engine.writing(bot, -bytes);
      });
      return null;
    },
  }),
} satisfies Record<string, Operation>;

async function stopped({ bots }: Parts, ownerId: string, id: string): Promise<Bot> {
  const bot = await bots.get(ownerId, id);
  const isStopped = bot.desired === "stopped" && (bot.status === "stopped" || bot.status === "failed");
  if (isStopped) return bot;
  throw new PlatformError(
    "bot_running",
    `"${bot.name}" is ${bot.status}. Stop it before you change its state.`,
  );
}

function unknownKey(key: string): PlatformError {
  return new PlatformError("state_key_not_found", `The bot's state has no key "${key}".`);
}

async function refusing<Found>(work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateValueTooLargeError)
      throw new PlatformError("payload_too_large", error.message, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM")
      throw new PlatformError("state_unreadable", undefined, { cause: error });
    if (!(error instanceof BotyardError)) throw error;
    throw new PlatformError("invalid_parameter", error.message, {
      errors: [{ pointer: "key", detail: error.message }],
    });
  }
}
