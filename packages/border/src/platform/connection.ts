import { once } from "node:events";
import { closeSync, constants, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { type Answers, type Greeting, protocol, type Reply, type Request, socketName } from "../control.ts";
import { readLines, writeLine } from "../lines.ts";
import type { Cut, Policy } from "../policy.ts";
import { listenerOf } from "./listener-of.ts";
import { takeSocket } from "./take-socket.ts";

const greetingMs = 5_000;
const longestReply = 1 << 28;

/** A connection of the platform to the border. */
export class Connection {
  readonly pid: number;
  /** Resolves when it is lost. */
  readonly lost: Promise<void>;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve(reply: object): void; reject(error: Error): void }>();
  #lastId = 0;

  private constructor(
    socket: Socket,
    { pid }: Greeting,
    replies: (listener: (reply: Reply) => void) => void,
  ) {
    this.#socket = socket;
    this.pid = pid;
    replies((reply) => this.#answer(reply));
    this.lost = new Promise((resolve) => {
      socket.once("close", () => {
        for (const { reject } of this.#waiting.values()) reject(new Error("The border has ended."));
        this.#waiting.clear();
        resolve();
      });
    });
  }

  /**
   * Connects to the border that has its socket in this folder. Returns `undefined` if none runs. One that speaks another
   * version of the protocol, or does not answer, is killed: it holds the connections of bots, which could not be cut, and
   * the addresses that its successor needs.
   */
  static async open(folder: string): Promise<Connection | undefined> {
    const socket = await connectIn(folder);
    if (!socket) return undefined;
    let listener: (value: unknown) => void = () => {};
    const first = new Promise<Greeting>((resolve) => {
      listener = (value) => resolve(value as Greeting);
    });
    readLines(socket, longestReply, (value) => listener(value));
    const signal = AbortSignal.timeout(greetingMs);
    const greeting = await Promise.race([first, once(socket, "close", { signal }).catch(() => undefined)]);
    if (!greeting || Array.isArray(greeting) || greeting.protocol !== protocol) {
      const pid = socket.destroyed ? 0 : listenerOf(socket);
      if (pid > 0) {
        process.kill(pid, "SIGKILL");
        await once(socket, "close").catch(() => {});
      }
      socket.destroy();
      return undefined;
    }
    socket.unref();
    return new Connection(socket, greeting, (replies) => {
      listener = (value) => replies(value as Reply);
    });
  }

  /** @throws {Error} what the border could not do, or that it has ended */
  ask<Asked extends Request>(request: Asked): Promise<Answers[Asked["do"]]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error("The border has ended."));
      this.#waiting.set(id, { resolve: (reply) => resolve(reply as Answers[Asked["do"]]), reject });
      // Only what is waited for keeps this process alive.
      this.#socket.ref();
      writeLine(this.#socket, { id, ...request });
    });
  }

  /**
   * Makes and opens the network of a launch, and returns the path of its namespace.
   * @throws {Error} why it could not be opened
   */
  async make(launch: string, network: { bot: string; policy: Policy; cut: Cut }): Promise<string> {
    const { bot, policy, cut } = network;
    const { namespace } = await this.ask({ do: "make", launch, bot, policy, cut });
    return `/proc/${this.pid}/fd/${namespace}`;
  }

  /**
   * Connects to a port of a launch. That nothing listens there is told by the socket.
   * @throws {Error} if the launch has no network, or the border has ended
   */
  async connect(launch: string, address: string, port: number): Promise<Socket> {
    const { fd } = await this.ask({ do: "connect", launch, address, port });
    try {
      return takeSocket(this.pid, fd);
    } finally {
      writeLine(this.#socket, { do: "taken", fd });
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #answer(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#socket.unref();
    if ("error" in reply) waiting?.reject(new Error(reply.error as string));
    else waiting?.resolve(reply);
  }
}

/** The path of a socket may have 107 bytes; that of a folder may be longer. */
async function connectIn(folder: string): Promise<Socket | undefined> {
  let fd: number;
  try {
    fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return undefined;
  }
  const socket = connect(`/proc/self/fd/${fd}/${socketName}`);
  try {
    await once(socket, "connect");
    socket.on("error", () => {});
    return socket;
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}
