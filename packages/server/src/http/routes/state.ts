import { BotyardError } from "@botyard/core";
import { isJson } from "@botyard/runtime";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import {
  deleteState,
  listState,
  readState,
  StateValueTooLargeError,
  stateDirOf,
  stateValueBytes,
  writeState,
} from "../../engine/state.ts";
import { PlatformError } from "../../errors.ts";
import type { Bot } from "../../model.ts";
import { readBody } from "../body.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Parts } from "../parts.ts";
import { Exactly, pageQuery } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { StateKeys } from "../schemas/records.ts";
import { bodyCheckedLater } from "../validation.ts";

const tags = ["state"];
const params = Type.Object({ id: Type.String() });
const listQuery = Exactly({
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: "Keys per page." }),
  ),
});
const keyParams = Type.Object({ id: Type.String(), key: Type.String() });

/** State of bots. It can be changed only while the bot is stopped. */
export const stateRoutes = ({ bots, settings }: Parts): FastifyPluginAsyncTypebox => {
  const dirOf = (bot: Bot) => stateDirOf(settings.dataDir, bot.bot_id);
  const stopped = async (ownerId: string, id: string): Promise<Bot> => {
    const bot = await bots.get(ownerId, id);
    const isStopped = bot.desired === "stopped" && (bot.status === "stopped" || bot.status === "failed");
    if (isStopped) return bot;
    throw new PlatformError(
      "bot_running",
      `"${bot.name}" is ${bot.status}. Stop it before you change its state.`,
    );
  };

  return async (app) => {
    app.get(
      "/bots/:id/state",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listState",
          summary: "List the keys of a bot's state",
          tags,
          params,
          querystring: listQuery,
          response: { 200: StateKeys, ...refusals },
        },
      },
      async ({ params, query: { limit = 200, cursor }, caller }) => {
        const after = readCursor(cursor, 1)?.[0];
        const bot = await bots.get(caller.user_id, params.id);
        const found = await refusing(() => listState(dirOf(bot), { after, limit: limit + 1 }));
        return pageOf(
          found,
          limit,
          ({ key, bytes, updatedAt }) => ({ key, bytes, updated_at: updatedAt }),
          ({ key }) => [key],
        );
      },
    );

    app.get(
      "/bots/:id/state/:key",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getState",
          summary: "Get a value as stored",
          tags,
          params: keyParams,
          response: {
            200: {
              description:
                "Any JSON value. A stored value that is not JSON is returned as `application/octet-stream`.",
              content: {
                "application/json": { schema: Type.Unknown() },
                "application/octet-stream": { schema: Type.String({ format: "binary" }) },
              },
            },
            ...refusals,
          },
        },
      },
      async ({ params, caller }, reply) => {
        const bot = await bots.get(caller.user_id, params.id);
        const key = keyOf(params.key);
        const value = await refusing(() => readState(dirOf(bot), key));
        if (!value) throw unknownKey(key);
        // The bot may have stored something other than JSON; the content type says so.
        const type = isJson(value) ? "application/json; charset=utf-8" : "application/octet-stream";
        return reply.type(type).send(value);
      },
    );

    await app.register(async (raw) => {
      // The body is stored byte for byte, so that its numbers keep their digits.
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
        done(null, body),
      );
      raw.put(
        "/bots/:id/state/:key",
        {
          config: { scope: "deploy", addsData: true },
          bodyLimit: stateValueBytes,
          validatorCompiler: bodyCheckedLater,
          schema: {
            operationId: "putState",
            summary: "Set a value while the bot is stopped",
            tags,
            params: keyParams,
            body: Type.Unknown({ description: "Any JSON value." }),
            response: { 204: Type.Null({ description: "Set." }), ...refusals },
          },
        },
        async ({ params, body, caller }, reply) => {
          const bot = await stopped(caller.user_id, (params as { id: string }).id);
          const value = readValue(body);
          await refusing(() => writeState(dirOf(bot), keyOf((params as { key: string }).key), value));
          return reply.code(204).send(null);
        },
      );
    });

    app.delete(
      "/bots/:id/state/:key",
      {
        config: { scope: "deploy" },
        schema: {
          operationId: "deleteState",
          summary: "Delete a key while the bot is stopped",
          tags,
          params: keyParams,
          response: { 204: Type.Null({ description: "Deleted." }), ...refusals },
        },
      },
      async ({ params, caller }, reply) => {
        const bot = await stopped(caller.user_id, params.id);
        const key = keyOf(params.key);
        if (!(await refusing(() => deleteState(dirOf(bot), key)))) throw unknownKey(key);
        return reply.code(204).send(null);
      },
    );
  };
};

/** Decodes a key that consists of dots: clients encode it twice, because URL parsers remove dot segments. */
function keyOf(param: string): string {
  return /^(?:%2e)+$/i.test(param) ? decodeURIComponent(param) : param;
}

function unknownKey(key: string): PlatformError {
  return new PlatformError("state_key_not_found", `The bot's state has no key "${key}".`);
}

function readValue(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new PlatformError("malformed_json", "The body is empty.");
  readBody(body);
  return body;
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
