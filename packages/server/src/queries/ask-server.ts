import type { IncomingHttpHeaders } from "node:http";
import { type Address, type Answered, type Broken, isJson } from "@botyard/runtime";
import type { Dispatcher } from "undici";
import type { Trace } from "../model/trace.ts";
import { Connection, type Dial } from "./connections.ts";

export interface Question {
  address: Address;
  /** Connects to an address in the network of a launch. */
  dial: Dial;
  /** Begins with `/`, as checked by the caller. */
  path: string;
  params: Record<string, unknown>;
  /** Limit for the whole query, from connecting to the last byte of the answer. */
  timeoutMs: number;
  /** Maximum size of an answer, in bytes. */
  maxBytes: number;
  /** Do not reuse a connection: the server may have closed it. */
  onNewConnection?: boolean;
  /** Aborts when the client has disconnected. */
  gone?: AbortSignal;
  /** Sent as headers. */
  trace?: Trace;
}

export type ServerAnswer =
  | Answered
  | Broken
  /** No process listens on the address. */
  | { kind: "refused" }
  /** The connection ended before the first byte of an answer. A query is read-only, so it may be retried. */
  | { kind: "reset" }
  | { kind: "timed_out"; afterMs: number };

const statuses: readonly number[] = [200, 400, 404, 500];

/** Sends a query to a realtime bot's query server. Returns the bytes of the answer unchanged; follows no redirect. */
export async function askServer(question: Question): Promise<ServerAnswer> {
  const { address, dial, timeoutMs, onNewConnection = false, gone } = question;
  const began = performance.now();
  const kept = onNewConnection ? undefined : Connection.kept(address);
  const connection = kept ?? (await Connection.open(address, dial));
  return new Promise((resolve) => {
    let isOver = false;
    const finish = (answer: ServerAnswer) => {
      // Ending the connection calls this again.
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      gone?.removeEventListener("abort", giveUp);
      resolve(answer);
      // A connection with an unread rest of an answer cannot be reused.
      if (answer.kind === "answered") connection.keep();
      else connection.end();
    };
    const left = Math.max(1, timeoutMs - (performance.now() - began));
    const giveUp = () => finish({ kind: "timed_out", afterMs: timeoutMs });
    const timer = setTimeout(giveUp, left);
    // The client may have disconnected while the connection was opened.
    if (gone?.aborted) return giveUp();
    gone?.addEventListener("abort", giveUp);
    ask(connection, question, finish);
  });
}

/** Sends the query on this connection. Only the first call of `finish` counts. */
function ask(
  connection: Connection,
  { path, params, maxBytes, trace }: Question,
  finish: (answer: ServerAnswer) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let status: Answered["status"] = 200;
  const reading: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onRequestUpgrade() {
      finish(broken("The bot's query server tried to switch protocols."));
    },
    onResponseStart(_, statusCode, headers) {
      // Skip informational responses.
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
      else finish(broken(`The connection to the bot's query server failed: ${error.message}.`));
    },
  };
  connection.client.dispatch(
    {
      ...{ path, method: "POST" as const, body: JSON.stringify(params) },
      headers: { "content-type": "application/json", ...trace },
    },
    reading,
  );
}

/** Checks the status and headers of an answer. Returns what is wrong. */
function objectionTo(status: number, headers: IncomingHttpHeaders, maxBytes: number): string | undefined {
  if (!statuses.includes(status)) {
    return `The bot's query server answered with status ${status}; the contract allows ${statuses.join(", ")}.`;
  }
  const type = String(headers["content-type"] ?? "none");
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return `The bot's query server answered with content type ${type.slice(0, 100)}, not application/json.`;
  }
  if (String(headers["content-encoding"] ?? "identity") !== "identity") {
    return "The bot's query server answered with a Content-Encoding, which is not supported.";
  }
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

const tooLarge = (maxBytes: number) => `The bot's answer is longer than ${maxBytes} bytes.`;
const isClosed = ({ code }: NodeJS.ErrnoException) =>
  code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET";
const broken = (detail: string): Broken => ({ kind: "broken", detail });
const notJson = broken("The bot's query server answered with a body that is not JSON.");
