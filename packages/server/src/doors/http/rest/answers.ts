import { isJson } from "@botyard/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A bot, with its revision as the ETag. */
export const botAnswer = (bot: { revision: number }, reply: FastifyReply) =>
  reply.header("etag", `"${bot.revision}"`).send(bot);

/** A new bot, or what a dry run found. */
export function createdBot(found: { bot_id: string; revision: number } | object, reply: FastifyReply) {
  if (!("bot_id" in found)) return reply.code(200).send(found);
  return botAnswer(found, reply.header("location", `/api/v1/bots/${found.bot_id}`));
}

export const startedRun = (run: { id: string }, reply: FastifyReply) =>
  reply.header("location", `/api/v1/runs/${run.id}`).send(run);

export function uploaded(found: { name: string; version: string; already?: true }, reply: FastifyReply) {
  const path = `/api/v1/custom-bots/${found.name}/versions/${encodeURIComponent(found.version)}`;
  return reply
    .code(found.already ? 200 : 201)
    .header("location", path)
    .send(found);
}

/** The text of a schema, which never changes. */
export function schemaText(
  found: { sha256: string; schema_text: string },
  reply: FastifyReply,
  { headers }: FastifyRequest,
) {
  const etag = `"${found.sha256}"`;
  reply.header("etag", etag);
  if (headers["if-none-match"]?.split(/ *, */).includes(etag)) return reply.code(304).send(null);
  return reply.type("application/json; charset=utf-8").send(found.schema_text);
}

export const markdown = (text: string, reply: FastifyReply) =>
  reply.type("text/markdown; charset=utf-8").send(text);

/** A value of the state. The bot may have stored something other than JSON; the content type says so. */
export const stateValue = (value: Buffer, reply: FastifyReply) =>
  reply.type(isJson(value) ? "application/json; charset=utf-8" : "application/octet-stream").send(value);

/** The answer of a bot, byte for byte: Fastify would send a JSON string as plain text, without its quotes. */
export function botsAnswer({ status, body }: { status: number; body: Uint8Array }, reply: FastifyReply) {
  const { buffer, byteOffset, byteLength } = body;
  return reply
    .code(status)
    .type("application/json")
    .send(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength));
}
