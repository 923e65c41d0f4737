import { ApiError, UnreachableError } from "../errors.ts";
import { refusalOf, type ServerMessage, type Socket } from "./message.ts";
import { type Channel, type Places, Position, type StreamRecord } from "./position.ts";

/** What one part of a program wants to receive. */
export interface Subscription {
  botId: string;
  channels: Channel[];
  /** Last sequence number received, per channel (default: only new records). */
  after?: Places;
  /** Called for every record in order; each sequence number is passed on once. */
  onRecord(record: StreamRecord): void;
  /** Called when the subscription begins or continues: what is asked from now on is not older than its records. */
  onSubscribed?(): void;
  /** Called when the platform refuses the subscription, which ends it. */
  onRefused?(error: ApiError): void;
}

export type ConnectionState =
  | { is: "idle" }
  | { is: "connecting" }
  | { is: "open" }
  /** The next attempt is at this time, in milliseconds since the epoch. `error`: the platform refused the last one for now. */
  | { is: "lost"; retryAt: number; error?: ApiError }
  /** The platform refuses the connection; there is no further attempt. */
  | { is: "refused"; error: ApiError };

const longestPauseMs = 10_000;

/** Many subscriptions over one connection, which is opened again when it is lost. */
export class LiveStream {
  readonly #openSocket: () => Promise<Socket>;
  readonly #onState: (state: ConnectionState) => void;
  readonly #onTime: (time: Date) => void;
  readonly #subscriptions = new Map<string, { wanted: Subscription; position: Position }>();
  #socket: Socket | undefined;
  #running = false;
  #closed = false;
  #lastId = 0;
  #failures = 0;
  #wake: (() => void) | undefined;

  /** @param onTime is told the time of the platform after a connection was opened, and now and then */
  constructor(
    openSocket: () => Promise<Socket>,
    onState: (state: ConnectionState) => void = () => {},
    onTime: (time: Date) => void = () => {},
  ) {
    this.#openSocket = openSocket;
    this.#onState = onState;
    this.#onTime = onTime;
  }

  /** Subscribes, and returns a function that unsubscribes. Connects if there is no connection. */
  subscribe(wanted: Subscription): () => void {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const subscription = { wanted, position: new Position(wanted.after) };
    this.#subscriptions.set(id, subscription);
    this.#send(id);
    this.open();
    return () => {
      if (this.#subscriptions.delete(id)) this.#socket?.send({ op: "unsubscribe", id });
    };
  }

  /** Connects, also if nothing is subscribed yet. */
  open(): void {
    if (!this.#running && !this.#closed) void this.#run();
  }

  /** Tries to connect now instead of after the pause. Checks a connection that is open. */
  retryNow(): void {
    this.#socket?.probe?.();
    this.#wake?.();
  }

  /** Ends all subscriptions and the connection. */
  close(): void {
    this.#closed = true;
    this.#subscriptions.clear();
    this.#socket?.close();
    this.#wake?.();
    this.#onState({ is: "idle" });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (!this.#closed) {
      if (this.#failures === 0) this.#onState({ is: "connecting" });
      let refusal: ApiError | undefined;
      try {
        const socket = await this.#openSocket();
        if (this.#closed) {
          socket.close();
          break;
        }
        this.#socket = socket;
        this.#onState({ is: "open" });
        for (const id of this.#subscriptions.keys()) this.#send(id);
        for await (const message of socket.messages) this.#take(message);
      } catch (error) {
        const passing = error instanceof UnreachableError || (error instanceof ApiError && isPassing(error));
        if (!passing) {
          this.#onState({ is: "refused", error: error as ApiError });
          break;
        }
        if (error instanceof ApiError) refusal = error;
      }
      this.#socket = undefined;
      if (this.#closed) break;
      const pauseMs = Math.min(longestPauseMs, 250 * 2 ** this.#failures) * (0.75 + Math.random() / 2);
      this.#failures += 1;
      this.#onState({ is: "lost", retryAt: Date.now() + pauseMs, ...(refusal && { error: refusal }) });
      await this.#pause(pauseMs);
    }
    this.#running = false;
  }

  #send(id: string): void {
    const subscription = this.#subscriptions.get(id);
    if (!this.#socket || !subscription) return;
    const { botId: bot_id, channels } = subscription.wanted;
    this.#socket.send({ op: "subscribe", id, bot_id, channels, after: subscription.position.after });
  }

  #take(message: ServerMessage): void {
    // A connection that carries messages is good, also if nothing is subscribed.
    this.#failures = 0;
    if (message.op === "pong") {
      this.#onTime(new Date(message.time));
      return;
    }
    const subscription = message.id === undefined ? undefined : this.#subscriptions.get(message.id);
    if (!subscription) return;
    const { wanted, position } = subscription;
    if (message.op === "subscribed") {
      // A subscription without a place continues from here after a lost connection, even if nothing arrives before.
      position.begin(message.after);
      tell(() => wanted.onSubscribed?.());
    } else if (message.op === "error") {
      this.#subscriptions.delete(message.id!);
      tell(() => wanted.onRefused?.(refusalOf(message)));
    } else for (const record of position.take(message)) tell(() => wanted.onRecord(record));
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#wake = done;
    });
  }
}

/** Calls a part of the program. An error of one part is reported, and does not end the stream of the others. */
function tell(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function isPassing({ status }: ApiError): boolean {
  return status === 429 || status >= 500;
}
