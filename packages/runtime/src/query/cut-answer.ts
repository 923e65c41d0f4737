import { membersOf } from "./json-bytes.ts";

/** An answer that is passed on; the bytes are the bot's. */
export interface Answered {
  kind: "answered";
  status: 200 | 400 | 404 | 500;
  body: Uint8Array;
}

/** An answer that violates the contract. `detail` says how, in a sentence for the bot's author. */
export interface Broken {
  kind: "broken";
  detail: string;
}

const statusOfCode = new Map([
  ["query.unknown_path", 404],
  ["query.invalid_param", 400],
  ["query.params_not_object", 400],
  ["query.handler_failed", 500],
] as const);

/** Extracts a one-shot query's answer from the document that its process wrote, byte for byte [Q]. */
export function cutAnswer(document: Uint8Array): Answered | Broken {
  const members = membersOf(document);
  if (!members) return broken("The query's answer is not a JSON object.");
  const status = textOf(members.get("status"));
  if (status === "ok") {
    const data = members.get("data");
    return data
      ? { kind: "answered", status: 200, body: data }
      : broken('The query\'s answer has no "data".');
  }
  if (status !== "error")
    return broken('The query\'s answer has no "status", which must be "ok" or "error".');
  const message = members.get("error");
  if (!message || textOf(message) === undefined)
    return broken('The query\'s answer has the status "error", but no "error" string.');
  const code = members.has("code") ? textOf(members.get("code")) : "query.handler_failed";
  const http = statusOfCode.get(code as Parameters<typeof statusOfCode.get>[0]);
  if (http === undefined)
    return broken(`The query's answer has the unknown error code ${JSON.stringify(code)}.`);
  if (http !== 500) return { kind: "answered", status: http, body: document };
  const body = Buffer.concat([Buffer.from('{"status":"error","error":'), message, Buffer.from("}")]);
  return { kind: "answered", status: 500, body };
}

function textOf(value: Buffer | undefined): string | undefined {
  return value?.[0] === 0x22 ? JSON.parse(value.toString("utf8")) : undefined;
}

function broken(detail: string): Broken {
  return { kind: "broken", detail };
}
