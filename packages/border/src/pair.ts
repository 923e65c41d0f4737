import type { Socket } from "node:net";
import type { Budget } from "./budget.ts";
import { clientSpeaksFirst, judgeFirst } from "./first/gate.ts";
import { connectToOne } from "./outside/connect.ts";
import type { Resolved } from "./outside/resolve.ts";
import type { Reason } from "./reason.ts";

/** Where a connection of a bot leads. */
export interface Target {
  /** Name of the host or of the local service. */
  host: string;
  port: number;
  /** Resolves the name when it is needed. For a local service it returns its address. */
  resolve(): Promise<Resolved>;
  /** A service of the host is not asked for its name. */
  isLocal: boolean;
}

const firstMs = 5_000;
const idleMs = 2 * 3600_000;
/** Once one side has ended, the other one may still send. That its process has gone is not seen. */
const halfClosedMs = 5 * 60_000;
const keepAliveMs = 60_000;

/** A connection of a bot and, once it has been judged, the one to the host, between which bytes are copied. */
export class Pair {
  readonly target: Target;
  /** Resolves when both are closed: why it was refused, or `undefined`. */
  readonly ended: Promise<Reason | undefined>;
  readonly #inner: Socket;
  readonly #unsent: Budget;
  #outer: Socket | undefined;
  readonly #gone = new AbortController();
  #settle!: (reason: Reason | undefined) => void;
  #counted = { sent: 0, received: 0 };

  /** @param unsent bytes that one side has received and the other one has not taken */
  constructor(inner: Socket, target: Target, unsent: Budget, connected: () => void) {
    this.target = target;
    this.#inner = inner;
    this.#unsent = unsent;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    inner.on("error", () => {});
    inner.once("close", (hadError) => this.#closed(hadError));
    this.#open(connected).catch(() => this.reset());
  }

  /** Returns how many bytes the bot has sent and received since the last call. */
  takeBytes(): { sent: number; received: number } {
    const sent = this.#outer?.bytesWritten ?? 0;
    const received = this.#outer?.bytesRead ?? 0;
    const taken = { sent: sent - this.#counted.sent, received: received - this.#counted.received };
    this.#counted = { sent, received };
    return taken;
  }

  /** Ends both connections at once. Bytes that are waiting are dropped. */
  reset(reason?: Reason): void {
    this.#settle(reason);
    this.#gone.abort();
    this.#inner.resetAndDestroy();
    this.#outer?.resetAndDestroy();
  }

  async #open(connected: () => void): Promise<void> {
    const { port, isLocal } = this.target;
    const resolving = this.target.resolve();
    const waits = !isLocal && clientSpeaksFirst(port);
    let first: Buffer | undefined;
    if (waits) {
      first = await this.#first(firstMs);
      if (!first) return;
    }
    const resolved = await resolving;
    if (this.#gone.signal.aborted) return;
    if ("reason" in resolved) return this.reset(resolved.reason);
    const outer = await connectToOne(resolved.addresses, port, this.#gone.signal, (bytes, from) =>
      this.#pass(Buffer.from(bytes), from, this.#inner),
    );
    if (!outer) return this.reset(this.#gone.signal.aborted ? undefined : "connect_failed");
    this.#outer = outer;
    outer.on("error", () => {});
    outer.once("close", (hadError) => this.#closed(hadError));
    if (this.#gone.signal.aborted) return this.reset();
    connected();
    outer.once("end", () => this.#inner.end());
    if (!waits && !isLocal) first = await this.#first();
    if (this.#gone.signal.aborted || (!first && !isLocal)) return;
    if (first?.length) outer.write(first);
    // Without a byte it may have ended by now.
    if (this.#inner.readableEnded) outer.end();
    else this.#inner.once("end", () => outer.end());
    this.#inner.on("data", (bytes) => this.#pass(bytes, this.#inner, outer)).resume();
    for (const socket of [this.#inner, outer]) {
      socket.setKeepAlive(true, keepAliveMs);
      const hasEnded = this.#inner.readableEnded || outer.readableEnded;
      socket.setTimeout(hasEnded ? halfClosedMs : idleMs, () => this.reset());
      socket.once("end", () => {
        for (const either of [this.#inner, outer]) either.setTimeout(halfClosedMs);
      });
    }
  }

  /** Sends what one side has received to the other one. Reads no more until this has been taken. */
  #pass(bytes: Buffer, from: Socket, to: Socket): void {
    let waits = false;
    to.write(bytes, () => {
      if (!waits) return;
      this.#unsent.give(bytes.length);
      from.resume();
    });
    if (to.writableLength === 0) return;
    from.pause();
    waits = this.#unsent.take(bytes.length);
    if (!waits) this.reset("too_much_unsent");
  }

  /**
   * Returns the first bytes of the bot when they have passed, or `undefined` once the connection has been refused or has
   * ended. A connection that ends before its first byte passes with none.
   */
  #first(limitMs?: number): Promise<Buffer | undefined> {
    const { host, port } = this.target;
    const inner = this.#inner;
    let bytes: Buffer = Buffer.alloc(0);
    return new Promise((resolve) => {
      const timer = limitMs === undefined ? undefined : setTimeout(() => done("hello_timeout"), limitMs);
      const done = (verdict: "pass" | "gone" | Reason) => {
        clearTimeout(timer);
        inner.off("data", read).off("end", ended).off("close", gone).pause();
        resolve(verdict === "pass" ? bytes : undefined);
        if (verdict !== "pass") this.reset(verdict === "gone" ? undefined : verdict);
      };
      const read = (chunk: Buffer) => {
        bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
        const verdict = judgeFirst(bytes, host, port);
        if (verdict !== "more") done(verdict);
      };
      const ended = () => done(bytes.length === 0 && limitMs === undefined ? "pass" : "gone");
      const gone = () => done("gone");
      if (inner.readableEnded) ended();
      else inner.on("data", read).once("end", ended).once("close", gone);
    });
  }

  /** After an orderly end of one, the other ends by itself when it has had the last bytes. */
  #closed(hadError: boolean): void {
    if (hadError || !this.#outer) this.reset();
    else if (this.#inner.destroyed && this.#outer.destroyed) this.#settle(undefined);
  }
}
