import { Agent, type IncomingMessage, request } from "node:http";
import type { Answered, Broken } from "./cut-answer.ts";
import { isJson } from "./json-bytes.ts";

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
}

export type ServerAnswer =
  | Answered
  | Broken
  /** Nobody listens at the address. */
  | { kind: "refused" }
  /** The connection ended before the first byte of an answer. A query changes nothing: it may be asked again. */
  | { kind: "reset" }
  | { kind: "timed_out"; afterMs: number };

/** Keeps connections to every bot's query server; idle ones do not keep this process alive. */
const connections = new Agent({
  keepAlive: true,
  keepAliveMsecs: 10_000,
  timeout: 60_000,
  scheduling: "lifo",
});

const statuses: readonly number[] = [200, 400, 404, 500];

/** Asks a realtime bot's query server. The answer's bytes are the bot's own; no redirect is followed [Q]. */
export function askServer(question: Question): Promise<ServerAnswer> {
  const { host, port, path, params, timeoutMs, maxBytes, onNewConnection = false } = question;
  const body = JSON.stringify(params);
  return new Promise((resolve) => {
    const asking = request({
      ...{ host, port, path, method: "POST", agent: onNewConnection ? false : connections },
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    });
    let heardBefore = 0;
    asking.on("socket", (socket) => {
      heardBefore = socket.bytesRead;
    });
    const timer = setTimeout(() => finish({ kind: "timed_out", afterMs: timeoutMs }), timeoutMs);
    let isOver = false;
    /** An answer that was not read to its end leaves a connection that nobody else may use. */
    const finish = (answer: ServerAnswer, isRead = false) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      resolve(answer);
      if (!isRead) asking.destroy();
    };
    asking.on("response", (response) => {
      const objection = objectionTo(response, maxBytes);
      if (objection) return finish(broken(objection));
      collect(response, maxBytes, (bytes) => {
        if (typeof bytes === "string") return finish(broken(bytes));
        const status = response.statusCode as Answered["status"];
        const answer = isJson(bytes) ? { kind: "answered" as const, status, body: bytes } : notJson;
        finish(answer, true);
      });
    });
    asking.on("upgrade", (_, socket) => {
      socket.destroy();
      finish(broken("The bot's query server wanted to change the protocol."));
    });
    asking.on("close", () => finish(broken("The bot's query server closed the connection.")));
    asking.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") finish({ kind: "refused" });
      else if (isClosed(error) && (asking.socket?.bytesRead ?? 0) === heardBefore) finish({ kind: "reset" });
      else finish(broken(`The bot's query server broke off: ${error.message}.`));
    });
    asking.end(body);
  });
}

/** What is wrong with an answer before its body is read. */
function objectionTo(response: IncomingMessage, maxBytes: number): string | undefined {
  const { statusCode = 0, headers } = response;
  if (!statuses.includes(statusCode)) {
    return `The bot's query server answered ${statusCode}; the contract knows ${statuses.join(", ")}.`;
  }
  const type = headers["content-type"] ?? "none";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return `The bot's query server answered with content type ${type.slice(0, 100)}, not application/json.`;
  }
  if ((headers["content-encoding"] ?? "identity") !== "identity") {
    return "The bot's query server answered in an encoding; it has to answer plainly.";
  }
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

function collect(
  response: IncomingMessage,
  maxBytes: number,
  done: (bytes: Uint8Array | string) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) done(tooLarge(maxBytes));
    else chunks.push(chunk);
  });
  response.on("end", () => done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
  response.on("error", () => done("The bot's query server broke off in the middle of its answer."));
}

const tooLarge = (maxBytes: number) => `The bot's answer is longer than ${maxBytes} bytes.`;
const isClosed = (error: NodeJS.ErrnoException) => error.code === "ECONNRESET" || error.code === "EPIPE";
const broken = (detail: string): Broken => ({ kind: "broken", detail });
const notJson = broken("The bot's query server answered with a body that is not JSON.");
