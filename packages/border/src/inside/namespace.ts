import { closeSync, openSync, readlinkSync } from "node:fs";
import {
  bind,
  connect,
  interfaceRequest,
  ioctl,
  linux,
  open,
  setns,
  setsockopt,
  socket,
  socketAddress,
  threadId,
  unshare,
} from "./system-calls.ts";

/**
 * Throws if more than one thread makes system calls. A namespace is entered by a thread: the only thread of the pool
 * enters those of bots and never returns, and the main thread stays in that of the host.
 */
export async function requireOneThread(): Promise<void> {
  const threads = await Promise.all(Array.from({ length: 64 }, () => threadId()));
  if (new Set(threads).size > 1) throw new Error("The border needs UV_THREADPOOL_SIZE=1.");
}

/** Of the kernel, for each direction of a connection of a bot. Left alone they grow to some megabytes. */
const socketBuffer = Buffer.from(Int32Array.of(128 << 10).buffer);
const one = Buffer.from(Int32Array.of(1).buffer);

/** A network namespace in which sockets are made. A socket stays in the namespace in which it was made. */
export class Namespace {
  readonly #fd: number;
  #addresses = 0;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /**
   * Opens the namespace of a process.
   * @throws {Error} if this is the host's, which the process may be about to leave
   */
  static of(pid: number): Namespace {
    if (readlinkSync(`/proc/${pid}/ns/net`) === readlinkSync("/proc/self/ns/net"))
      throw new Error(`Process ${pid} has the network of the host.`);
    return new Namespace(openSync(`/proc/${pid}/ns/net`, "r"));
  }

  /** Makes a new namespace. */
  static async make(): Promise<Namespace> {
    // Queued together, so that the thread enters no other namespace in between.
    const [made, fd] = await Promise.all([unshare(linux.newNetwork), open("/proc/thread-self/ns/net", 0)]);
    if (made === 0 && fd >= 0) return new Namespace(fd);
    if (fd >= 0) closeSync(fd);
    throw new Error("The kernel refused a new network namespace.");
  }

  /** Its descriptor in this process. */
  get fd(): number {
    return this.#fd;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** Starts the loopback interface, which is down in a new namespace. */
  async start(): Promise<void> {
    const flags = Buffer.alloc(2);
    flags.writeInt16LE(linux.isUp | linux.isRunning);
    await this.#configure([[linux.setFlags, "lo", flags]]);
  }

  /** Makes an IPv4 address local, which need not be one of 127.0.0.0/8. */
  async addAddress(address: string): Promise<void> {
    if (address.startsWith("127.")) return;
    const name = `lo:${this.#addresses++}`;
    await this.#configure([
      [linux.setAddress, name, socketAddress(address, 0)],
      [linux.setMask, name, socketAddress("255.255.255.255", 0)],
    ]);
  }

  /** Returns the descriptor of a bound socket, which does not listen yet. */
  bound(kind: "tcp" | "udp", address: string, port: number): Promise<number> {
    return this.#make(kind, async (fd) => {
      // Ended connections of the address may still be remembered.
      await setsockopt(fd, linux.socketLevel, linux.reuseAddress, one, 4);
      if (kind === "tcp")
        for (const option of [linux.sendBuffer, linux.receiveBuffer])
          await setsockopt(fd, linux.socketLevel, option, socketBuffer, 4);
      if ((await bind(fd, socketAddress(address, port), 16)) !== 0)
        throw new Error(`${address}:${port} is in use in the network of the bot.`);
    });
  }

  /** Returns the descriptor of a socket that is connected, or about to be. */
  connecting(address: string, port: number): Promise<number> {
    return this.#make("tcp", async (fd) => {
      // It says that the connection is in progress. A refusal is seen by the first read.
      await connect(fd, socketAddress(address, port), 16);
    });
  }

  async #configure(steps: readonly [request: number, name: string, value: Buffer][]): Promise<void> {
    const fd = await this.#make("udp", async (open) => {
      for (const [request, name, value] of steps) {
        if ((await ioctl(open, request, interfaceRequest(name, value))) !== 0)
          throw new Error(`The interface ${name} in the network of the bot could not be configured.`);
      }
    });
    closeSync(fd);
  }

  async #make(kind: "tcp" | "udp", prepare: (fd: number) => Promise<void>): Promise<number> {
    const type = (kind === "tcp" ? linux.stream : linux.datagram) | linux.closeOnExec | linux.nonBlocking;
    // Queued together, so that the thread enters no other namespace in between.
    const [entered, fd] = await Promise.all([setns(this.#fd, linux.newNetwork), socket(linux.inet, type, 0)]);
    try {
      if (entered !== 0 || fd < 0) throw new Error("The network namespace of the bot could not be entered.");
      await prepare(fd);
      return fd;
    } catch (error) {
      if (fd >= 0) closeSync(fd);
      throw error;
    }
  }
}
