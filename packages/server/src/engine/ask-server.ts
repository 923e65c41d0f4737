import type { IncomingHttpHeaders } from "node:http";
import { type Answered, type Broken, isJson } from "@botyard/runtime";
import type { Dispatcher } from "undici";
import { Connection } from "./query-connections.ts";

export interface Question {
  host: string;
  port: number;
  /** Begins with `/`; checked by the caller. */
  path: string;
  params: Record<string, unknown>;
  /** For all of it: connecting, asking, the last byte of the answer. */
  timeoutMs: number;
  /** Bytes of an answer before it counts as broken. */
  maxBytes: number;
  /** Not on a connection that was kept from an earlier question: that one may be dead without our knowing. */
  onNewConnection?: boolean;
  /** Aborts when nobody waits for the answer any more. */
  gone?: AbortSignal;
}

export type ServerAnswer =
  | Answered
  | Broken
  /** Nobody listens at the address. */
  | { kind: "refused" }
  /** The connection ended before the first byte of an answer. A query changes nothing: it may be asked again. */
  | { kind: "reset" }
  | { kind: "timed_out"; afterMs: number };

const statuses: readonly number[] = [200, 400, 404, 500];

/** Asks a realtime bot's query server. The answer's bytes are the bot's own; no redirect is followed [Q]. */
export async function askServer(question: Question): Promise<ServerAnswer> {
  const { host, port, timeoutMs, onNewConnection = false, gone } = question;
  const began = performance.now();
  const kept = onNewConnection ? undefined : Connection.kept(host, port);
  const connection = kept ?? (await Connection.open(host, port));
  return new Promise((resolve) => {
    let isOver = false;
    const finish = (answer: ServerAnswer) => {
      // That we end the connection is told, too.
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      gone?.removeEventListener("abort", giveUp);
      resolve(answer);
      // An answer that was not read to its end leaves a connection that nobody else may use.
      if (answer.kind === "answered") connection.keep();
      else connection.end();
    };
    const left = Math.max(1, timeoutMs - (performance.now() - began));
    const giveUp = () => finish({ kind: "timed_out", afterMs: timeoutMs });
    const timer = setTimeout(giveUp, left);
    // It may have gone while the connection was opened.
    if (gone?.aborted) return giveUp();
    gone?.addEventListener("abort", giveUp);
    ask(connection, question, finish);
  });
}

/** Puts the question to this connection. What `finish` is told first counts. */
function ask(
  connection: Connection,
  { path, params, maxBytes }: Question,
  finish: (answer: ServerAnswer) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let status: Answered["status"] = 200;
  const reading: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onRequestUpgrade() {
      finish(broken("The bot's query server wanted to change the protocol."));
    },
    onResponseStart(_, statusCode, headers) {
      // What comes ahead of the answer proper.
      if (statusCode < 200) return;
      const objection = objectionTo(statusCode, headers, maxBytes);
      if (objection) finish(broken(objection));
      else status = statusCode as Answered["status"];
    },
    onResponseData(_, chunk) {
      length += chunk.length;
      if (length > maxBytes) finish(broken(tooLarge(maxBytes)));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      finish(isJson(body) ? { kind: "answered", status, body } : notJson);
    },
    onResponseError(_, error: NodeJS.ErrnoException) {
      if (error.code === "ECONNREFUSED") finish({ kind: "refused" });
      else if (isClosed(error) && !connection.hasHeard) finish({ kind: "reset" });
      else finish(broken(`The bot's query server broke off: ${error.message}.`));
    },
  };
  connection.client.dispatch(
    {
      ...{ path, method: "POST" as const, body: JSON.stringify(params) },
      headers: { "content-type": "application/json" },
    },
    reading,
  );
}

/** What is wrong with an answer before its body is read. */
function objectionTo(status: number, headers: IncomingHttpHeaders, maxBytes: number): string | undefined {
  if (!statuses.includes(status)) {
    return `The bot's query server answered ${status}; the contract knows ${statuses.join(", ")}.`;
  }
  const type = String(headers["content-type"] ?? "none");
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return `The bot's query server answered with content type ${type.slice(0, 100)}, not application/json.`;
  }
  if (String(headers["content-encoding"] ?? "identity") !== "identity") {
    return "The bot's query server answered in an encoding; it has to answer plainly.";
  }
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

const tooLarge = (maxBytes: number) => `The bot's answer is longer than ${maxBytes} bytes.`;
const isClosed = ({ code }: NodeJS.ErrnoException) =>
  code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
const broken = (detail: string): Broken => ({ kind: "broken", detail });
const notJson = broken("The bot's query server answered with a body that is not JSON.");
