import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Exchange, Request, SeenAnswer, SeenExchange } from "../model.ts";
import { Connection } from "./connection.ts";
import type { Process } from "./process.ts";

/** Makes the exchanges of a step with one served bot. */
export class Exchanges {
  readonly #host: string;
  readonly #port: number;
  readonly #process: Process;
  readonly #code: string;
  /** Aborted when the process ends. */
  readonly #over: AbortSignal;
  readonly #connections = new Map<string, Connection>();
  readonly #later = new Map<string, Promise<SeenExchange>>();
  /** Connections of raw bytes: their exchanges check what follows the last answer. */
  readonly #raw = new Set<string>();
  #unasked = "";

  constructor(host: string, port: number, process: Process, code: string) {
    this.#host = host;
    this.#port = port;
    this.#process = process;
    this.#code = code;
    const over = new AbortController();
    void process.ended.finally(() => over.abort());
    this.#over = over.signal;
  }

  /** Waits until the server accepts a connection and keeps it as `main`. Returns false if the process ends first. */
  async ready(): Promise<boolean> {
    while (!this.#process.isOver && !this.#over.aborted) {
      try {
        this.#connections.set("main", await Connection.open(this.#host, this.#port));
        return true;
      } catch {
        await pause(3);
      }
    }
    return false;
  }

  /** Index of the exchange that was waiting when the time limit was reached. */
  waiting: number | undefined;

  async all(exchanges: Exchange[]): Promise<SeenExchange[]> {
    const seen: SeenExchange[] = [];
    for (const [i, exchange] of exchanges.entries()) {
      const wasLate = this.#process.isLate;
      seen.push(await this.#one(exchange));
      if (!wasLate && this.#process.isLate) this.waiting = i;
    }
    return seen;
  }

  /** Closes every connection after the process has ended. Returns the bytes that were not part of an answer. */
  async close(): Promise<string> {
    for (const [name, connection] of this.#connections) {
      if (!this.#raw.has(name)) {
        // Its last bytes may arrive late.
        await connection.closed(AbortSignal.timeout(1000));
        this.#unasked += connection.unread;
      }
      connection.destroy();
    }
    return this.#unasked;
  }

  async #one(exchange: Exchange): Promise<SeenExchange> {
    try {
      switch (exchange.do) {
        case "ask":
          return await this.#ask(exchange.request, exchange.later);
        case "answer-of":
          return (await this.#later.get(exchange.name)) ?? nothing(`no request was sent as ${exchange.name}`);
        case "raw":
          return await this.#sendRaw(exchange);
        case "connect":
          await this.#connection(exchange.connection);
          return nothing();
        case "close":
          this.#connections.get(exchange.connection)?.destroy();
          this.#connections.delete(exchange.connection);
          return nothing();
        case "refused":
          return await this.#isRefused();
        case "touch":
          writeFileSync(join(this.#code, exchange.file), "");
          return nothing();
        case "wait-for":
          return await this.#waitFor(exchange.file);
        case "wait-for-line":
          return await this.#waitForLine(exchange.text);
        case "signal":
          this.#process.signal(`SIG${exchange.send.replace(/^SIG/, "")}`);
          return nothing();
      }
    } catch (error) {
      return nothing(`could not be made: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
    }
  }

  async #ask(request: Request, later: string | null): Promise<SeenExchange> {
    const own = later !== null || request.connection === "own";
    const connection = own
      ? await Connection.open(this.#host, this.#port)
      : await this.#connection(request.connection);
    connection.send(bytesOf(request, this.#host, this.#port));
    const asking = connection.answer(request.method === "HEAD", this.#over).then((answer) => {
      const seen = { answers: answer ? [answer] : [], closed: connection.isClosed, problem: null };
      if (own) connection.destroy();
      return seen;
    });
    if (later === null) return asking;
    this.#later.set(later, asking);
    return nothing();
  }

  async #sendRaw(exchange: Extract<Exchange, { do: "raw" }>): Promise<SeenExchange> {
    this.#raw.add(exchange.connection);
    // Use the named connection even if the server has closed it.
    const known = this.#connections.get(exchange.connection);
    const connection = known ?? (await this.#connection(exchange.connection));
    for (const part of exchange.send) {
      connection.send(part);
      await connection.taken(this.#over);
    }
    const { expect } = exchange;
    const toItsEnd = expect.closed === true || expect.endsWith !== null;
    // A server may refuse bytes that are not HTTP only once no more can follow [Q-28].
    const patience =
      expect.endsWith === null ? undefined : setTimeout(() => connection.stopSending(), patienceMs);
    const answers: SeenAnswer[] = [];
    // Read on after the last expected answer only if the connection must close.
    while (answers.length < expect.answers.length || toItsEnd) {
      const answer = await connection.answer(false, this.#over);
      if (!answer) break;
      answers.push(answer);
      // After its last answer the server must close the connection without the client's help.
      if (answers.length > expect.answers.length) clearTimeout(patience);
    }
    clearTimeout(patience);
    return { answers, closed: connection.isClosed, problem: null };
  }

  /** Waits until connections are refused: a server may take some time to stop listening. */
  async #isRefused(): Promise<SeenExchange> {
    while (!this.#over.aborted) {
      const connection = await Connection.open(this.#host, this.#port).catch(() => undefined);
      if (connection === undefined) return nothing();
      connection.destroy();
      await pause(20);
    }
    return nothing("the server accepted connections until the process ended");
  }

  async #waitFor(file: string): Promise<SeenExchange> {
    while (!existsSync(join(this.#code, file))) {
      if (this.#over.aborted) return nothing(`the process ended before the file ${file} existed`);
      await pause(3);
    }
    return nothing();
  }

  async #waitForLine(text: string): Promise<SeenExchange> {
    const bytes = utf8(text);
    while (
      !(this.#process.output("stderr") ?? "")
        .split("\n")
        .slice(0, -1)
        .some((line) => line.includes(bytes))
    ) {
      if (this.#over.aborted) return nothing(`the process ended before a line contained ${text}`);
      await pause(3);
    }
    return nothing();
  }

  async #connection(name: string): Promise<Connection> {
    const kept = this.#connections.get(name);
    if (kept && !kept.isClosed) return kept;
    if (kept && !this.#raw.has(name)) this.#unasked += kept.unread;
    const connection = await Connection.open(this.#host, this.#port);
    this.#connections.set(name, connection);
    return connection;
  }
}

const patienceMs = 1000;

const nothing = (problem: string | null = null): SeenExchange => ({ answers: [], closed: false, problem });

function bytesOf(request: Request, host: string, port: number): string {
  const headers = new Map<string, string>([["Host", `${host}:${port}`]]);
  const body = request.body;
  let bytes = "";
  if (body && "chunks" in body) {
    headers.set("Transfer-Encoding", "chunked");
    const chunks = body.chunks.map((chunk) => utf8(chunk));
    bytes = `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("")}0\r\n\r\n`;
  } else if (body) {
    bytes = "text" in body ? utf8(body.text) : Buffer.from(body.bytes, "base64").toString("latin1");
    headers.set("Content-Length", String(bytes.length));
  }
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, utf8(value));
  if (request.connection === "own") headers.set("Connection", "close");
  const head = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `${request.method} ${utf8(request.target)} HTTP/1.1\r\n${head}\r\n${bytes}`;
}

const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
