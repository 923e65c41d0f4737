import type { Writable } from "node:stream";
import { errors } from "../../../errors/error-table.ts";
import { PlatformError } from "../../../errors/platform-error.ts";
import { withoutKeys } from "../../../keys/key.ts";
import type { Parts } from "../../../operations/parts.ts";
import { administers, type Caller } from "../../../users/caller.ts";
import { idOf, readMessage, type Subscribe } from "./messages.ts";
import { Outbox } from "./outbox.ts";
import type { Socket } from "./socket.ts";
import { Subscription } from "./subscription.ts";

const pingEveryMs = 20_000;
const closesWithinMs = 1_000;
const subscriptionsAtMost = 1_000;
/** Number of waiting messages at which reading from the client pauses, and at which it resumes. */
const messagesAtMost = 100;
const messagesGoOnAt = 10;

interface Log {
  error(about: object, message: string): void;
}

/** The stream of one client. */
export class Connection {
  readonly #parts: Parts;
  readonly #socket: Socket;
  readonly #caller: Caller;
  readonly #log: Log;
  readonly #outbox: Outbox;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Messages are handled one at a time. */
  #messages: Buffer[] = [];
  #working = false;

  /** @param connection the connection of the socket */
  constructor(parts: Parts, socket: Socket, connection: Writable, caller: Caller, log: Log) {
    this.#parts = parts;
    this.#socket = socket;
    this.#caller = caller;
    this.#log = log;
    this.#outbox = new Outbox(socket, connection, parts.clock);
  }

  open(): void {
    const socket = this.#socket;
    const { revocations, sessions, closing } = this.#parts;
    const stopped = () => this.#close(1001, "The platform is stopping.");
    closing.addEventListener("abort", stopped);
    const unhook = revocations.onEnd(this.#caller, ({ message }) => this.#close(1008, message));
    const stopWaiting = sessions.endWhenIdle(this.#caller);
    const stopPings = this.#ping();
    socket.on("message", (data) => {
      this.#messages.push(data as Buffer);
      if (this.#messages.length >= messagesAtMost) socket.pause();
      if (!this.#working) void this.#work();
    });
    socket.on("close", () => {
      closing.removeEventListener("abort", stopped);
      unhook();
      stopWaiting();
      stopPings();
      for (const subscription of this.#subscriptions.values()) subscription.end();
      this.#subscriptions.clear();
      this.#messages = [];
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let sent = this.#messages.shift(); sent !== undefined; sent = this.#messages.shift()) {
      // Answers are buffered in memory: handle no message while the client does not read them.
      await this.#outbox.room();
      await this.#take(sent);
      if (this.#messages.length <= messagesGoOnAt) this.#socket.resume();
      // Yield between messages so that one client cannot monopolise the loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#working = false;
  }

  async #take(sent: Buffer): Promise<void> {
    try {
      const message = readMessage(sent);
      if (message.op === "subscribe") await this.#subscribe(message);
      else if (message.op === "unsubscribe") this.#unsubscribe(message.id);
      else this.#outbox.send({ op: "pong", time: this.#parts.clock.now().toISOString() });
    } catch (error) {
      this.#refuse(error, idOf(String(sent)));
    }
  }

  async #subscribe(message: Subscribe): Promise<void> {
    if (this.#subscriptions.has(message.id)) {
      throw new PlatformError("invalid_parameter", `The id "${message.id}" is in use; unsubscribe it first.`);
    }
    if (this.#subscriptions.size >= subscriptionsAtMost) {
      throw new PlatformError(
        "too_many_streams",
        `The stream has ${subscriptionsAtMost} subscriptions, which is the limit.`,
      );
    }
    const caller = this.#caller;
    await this.#parts.bots.seen({ caller, administers: administers(caller) }, message.bot_id);
    if (!this.#outbox.open) return;
    const { store, bus } = this.#parts;
    const subscription = new Subscription(store, bus, this.#outbox, message, (error) => {
      this.#log.error({ err: error }, "cannot read the records of a stream from the store");
      this.#close(1011, "The platform failed.");
    });
    this.#subscriptions.set(message.id, subscription);
    await subscription.start();
    if (!this.#outbox.open) subscription.end();
  }

  #unsubscribe(id: string): void {
    this.#subscriptions.get(id)?.end();
    this.#subscriptions.delete(id);
  }

  #refuse(error: unknown, id: string | undefined): void {
    if (!(error instanceof PlatformError)) this.#log.error({ err: error }, "cannot handle a stream message");
    const { code, message } =
      error instanceof PlatformError
        ? error
        : { code: "internal_error", message: errors.internal_error.title };
    this.#outbox.send({ op: "error", ...(id !== undefined && { id }), code, message: withoutKeys(message) });
  }

  #ping(): () => void {
    const socket = this.#socket;
    let answered = true;
    socket.on("pong", () => {
      answered = true;
    });
    const timer = setInterval(() => {
      if (!answered) {
        socket.terminate();
        return;
      }
      answered = false;
      socket.ping();
    }, pingEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  #close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), closesWithinMs).unref();
  }
}
