import { createHash } from "node:crypto";
import { readJson } from "@botyard/core";
import { isKnown } from "./etags.ts";

/** The answer to a request, before the HTTP server sends it. */
export interface Answer {
  /** Default: the status of the route. */
  status?: number;
  headers?: Record<string, string>;
  /** Content type of a body of text or bytes (default: the body is sent as JSON). */
  type?: string;
  /** `null`: no body. */
  body: unknown;
}

type Headers = Record<string, string | string[] | undefined>;

/** A bot, with its revision as the ETag. */
export const botAnswer = (bot: { revision: number }): Answer => ({
  headers: { etag: `"${bot.revision}"` },
  body: bot,
});

/** A new bot, or what a dry run found. */
export function createdBot(found: { bot_id: string; revision: number } | object): Answer {
  if (!("bot_id" in found)) return { status: 200, body: found };
  const { headers, body } = botAnswer(found);
  return { headers: { ...headers, location: `/api/v1/bots/${found.bot_id}` }, body };
}

/** A changed bot, or what a dry run found. */
export const changedBot = (found: { revision: number } | object): Answer =>
  "revision" in found ? botAnswer(found) : { body: found };

export const startedRun = (run: { id: string }): Answer => ({
  headers: { location: `/api/v1/runs/${run.id}` },
  body: run,
});

export function uploaded(found: { name: string; version: string; already?: true }): Answer {
  const location = `/api/v1/custom-bots/${found.name}/versions/${encodeURIComponent(found.version)}`;
  return { status: found.already ? 200 : 201, headers: { location }, body: found };
}

/** The text of a schema, which never changes. */
export function schemaText(found: { sha256: string; schema_text: string }, given: Headers): Answer {
  return unlessKnown(`W/"${found.sha256}"`, given, {
    type: "application/json; charset=utf-8",
    body: found.schema_text,
  });
}

export const markdown = (text: string, given: Headers): Answer =>
  unlessKnown(etagOf(text), given, { type: "text/markdown; charset=utf-8", body: text });

/** The answer with its ETag, or 304 if the client has it. */
export function unlessKnown(etag: string, given: Headers, answer: Answer): Answer {
  if (isKnown(given["if-none-match"], etag)) return { status: 304, headers: { etag }, body: null };
  return { ...answer, headers: { ...answer.headers, etag } };
}

/** The ETag of a text: weak, because the text may be sent compressed. */
export const etagOf = (text: string): string => `W/"${createHash("sha256").update(text).digest("hex")}"`;

/** A value of the state. The bot may have stored something other than JSON; the content type says so. */
export const stateValue = (value: Uint8Array): Answer => ({
  type: isJson(value) ? "application/json; charset=utf-8" : "application/octet-stream",
  body: value,
});

/** The answer of a bot, byte for byte. */
export const botsAnswer = ({ status, body }: { status: number; body: Uint8Array }): Answer => ({
  status,
  type: "application/json",
  body,
});

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function isJson(value: Uint8Array): boolean {
  try {
    readJson(utf8.decode(value));
    return true;
  } catch {
    return false;
  }
}
