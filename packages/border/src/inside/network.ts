import { createSocket, type Socket as Datagrams } from "node:dgram";
import { closeSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { Budget } from "../budget.ts";
import { Ledger } from "../ledger.ts";
import { Names } from "../outside/resolve.ts";
import { Pair, type Target } from "../pair.ts";
import {
  type Cut,
  covers,
  dotted,
  firstFoundAddress,
  fixedAddresses,
  lastFoundAddress,
  nameServer,
  type Policy,
  portsOf,
} from "../policy.ts";
import type { Reason } from "../reason.ts";
import { answerTo, type Found, readQuestion } from "./answers.ts";
import { mostDescriptors } from "./descriptors.ts";
import type { Namespace } from "./namespace.ts";

const limits = { perHost: 256, foundNames: 1_000, foundSockets: 2_000, questionsAtOnce: 32, backlog: 128 };
/** The rest is for what policies spell out, and for the border itself. A connection needs two. */
const quarter = Math.floor(mostDescriptors() / 4);

/** What all networks use together. */
export class Shared {
  readonly names = new Names();
  readonly connections = new Budget(Math.min(8_192, quarter));
  /** Listening sockets of names that were found by wildcards. */
  readonly foundSockets = new Budget(quarter);
  readonly unsent = new Budget(128 << 20);
}

/** The network of one launch: the sockets in its namespace through which it reaches what its policy lists. */
export class Network {
  readonly policy: Policy;
  readonly ledger = new Ledger();
  readonly #namespace: Namespace;
  readonly #names: Names;
  readonly #open: Budget;
  readonly #unsent: Budget;
  #cut: Cut;
  /** Listening sockets, by address and port. */
  readonly #servers = new Map<string, { server: Server; target: Target; address: string }>();
  readonly #addresses: Map<string, string>;
  readonly #found = new Map<string, { address: string; ready: Promise<void> }>();
  readonly #foundSockets: Budget;
  #nextFound = firstFoundAddress;
  readonly #pairs = new Set<Pair>();
  #datagrams: Datagrams | undefined;
  #questions = 0;
  #isClosed = false;

  constructor(namespace: Namespace, policy: Policy, shared: Shared, cut: Cut) {
    this.#namespace = namespace;
    this.policy = policy;
    this.#names = shared.names;
    this.#open = new Budget(512, shared.connections);
    this.#unsent = new Budget(8 << 20, shared.unsent);
    this.#foundSockets = new Budget(limits.foundSockets, shared.foundSockets);
    this.#cut = cut;
    this.#addresses = fixedAddresses(policy);
  }

  /**
   * Opens all that the policy lists.
   * @throws {Error} if the namespace cannot be entered, or the launch has taken one of the addresses
   */
  async open(): Promise<void> {
    await this.#namespace.start();
    await Promise.all([
      this.#openNameServer(),
      ...[...this.#addresses].map(([name, address]) => this.#openHost(name, address)),
      ...this.policy.local.map(async ({ name, address, port }) => {
        await this.#namespace.addAddress(address);
        const resolve = async () => ({ addresses: [address] });
        await this.#listen(address, { host: name, port, isLocal: true, resolve });
      }),
    ]);
  }

  /** Returns the descriptor of a socket that connects to a port of the launch. */
  connecting(address: string, port: number): Promise<number> {
    return this.#namespace.connecting(address, port);
  }

  /** Cuts what is named, now and until the next call: connections are reset, and new ones are refused. */
  async cut(cut: Cut): Promise<void> {
    this.#cut = cut;
    for (const pair of this.#pairs) if (this.#isCut(pair.target.host)) pair.reset();
    await Promise.all(
      [...this.#servers].map(async ([key, { server, target, address }]) => {
        const isOpen = server.listening;
        if (isOpen === !this.#isCut(target.host)) return;
        if (isOpen) return void server.close();
        this.#servers.delete(key);
        await this.#listen(address, target);
      }),
    );
  }

  /** Returns what was counted since the last call. */
  take() {
    for (const pair of this.#pairs) this.#countBytes(pair);
    return this.ledger.take();
  }

  get connections(): number {
    return this.#pairs.size;
  }

  close(): void {
    this.#isClosed = true;
    this.#datagrams?.close();
    for (const name of this.#found.keys()) this.#forget(name);
    for (const { server } of this.#servers.values()) server.close();
    for (const pair of this.#pairs) pair.reset();
    this.#namespace.close();
  }

  #isCut(host: string): boolean {
    return this.#cut === "all" || this.#cut.some((pattern) => covers(pattern, host));
  }

  async #openHost(name: string, address: string): Promise<void> {
    const resolve = () => this.#names.resolve(name);
    const ports = portsOf(this.policy, name);
    await Promise.all(
      ports.map((port) => this.#listen(address, { host: name, port, isLocal: false, resolve })),
    );
  }

  async #listen(address: string, target: Target): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true, highWaterMark: 1 }, (socket) =>
      this.#accept(socket, target),
    );
    this.#servers.set(`${address}:${target.port}`, { server, target, address });
    if (this.#isCut(target.host)) return;
    const fd = await this.#namespace.bound("tcp", address, target.port);
    if (this.#isClosed) return closeSync(fd);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ fd, backlog: limits.backlog }, resolve);
    });
    server.on("error", () => {});
  }

  #accept(socket: Socket, target: Target): void {
    const { host, port } = target;
    const ofHost = [...this.#pairs].filter((pair) => pair.target.host === host).length;
    const objection: Reason | undefined = this.#isCut(host)
      ? "cut"
      : ofHost >= limits.perHost || !this.#open.take(1)
        ? "too_many_connections"
        : undefined;
    if (objection) {
      socket.on("error", () => {}).resetAndDestroy();
      this.ledger.count(host, port, objection);
      return;
    }
    const pair = new Pair(socket, target, this.#unsent, () => this.ledger.count(host, port));
    this.#pairs.add(pair);
    void pair.ended.then((reason) => {
      this.#countBytes(pair);
      this.#pairs.delete(pair);
      this.#open.give(1);
      if (reason) this.ledger.count(host, port, reason);
    });
  }

  #countBytes(pair: Pair): void {
    const { sent, received } = pair.takeBytes();
    if (sent + received > 0) this.ledger.bytes(pair.target.host, pair.target.port, sent, received);
  }

  async #openNameServer(): Promise<void> {
    const fd = await this.#namespace.bound("udp", nameServer.address, nameServer.port);
    const datagrams = createSocket("udp4");
    this.#datagrams = datagrams;
    datagrams.on("error", () => {});
    datagrams.on("message", async (bytes, from) => {
      const question = this.#questions < limits.questionsAtOnce ? readQuestion(bytes) : undefined;
      if (!question) return;
      this.#questions++;
      const found = await this.#find(question.name).catch((): Found => "unavailable");
      this.#questions--;
      if (!this.#isClosed) datagrams.send(answerTo(question, found), from.port, from.address, () => {});
    });
    await new Promise<void>((resolve) => datagrams.bind({ fd }, resolve));
  }

  /** Finds the address of a name in the launch's network, and gives it one if a wildcard covers it. */
  async #find(name: string): Promise<Found> {
    if (name === "localhost") return { address: "127.0.0.1" };
    const fixed = this.#addresses.get(name);
    if (fixed !== undefined) return { address: fixed };
    const refuse = (reason: Reason, found: Found = "absent"): Found => {
      this.ledger.count(printable(name), 0, reason);
      return found;
    };
    if (!this.#found.has(name)) {
      if (!isName(name) || portsOf(this.policy, name).length === 0) return refuse("not_listed");
      const resolved = await this.#names.resolve(name);
      if ("reason" in resolved)
        return refuse(resolved.reason, resolved.reason === "resolve_failed" ? "unavailable" : "absent");
      if (!this.#found.has(name) && !this.#give(name)) return refuse("too_many_names");
    }
    const { address, ready } = this.#found.get(name)!;
    await ready.catch((error) => {
      if (this.#found.get(name)?.address === address) this.#forget(name);
      throw error;
    });
    return { address };
  }

  /** Gives the name an address. Returns false if there is none left. */
  #give(name: string): boolean {
    if (this.#found.size >= limits.foundNames && !this.#forgetOne()) return false;
    if (this.#nextFound > lastFoundAddress) return false;
    while (!this.#foundSockets.take(portsOf(this.policy, name).length)) if (!this.#forgetOne()) return false;
    const address = dotted(this.#nextFound++);
    this.#found.set(name, { address, ready: this.#openHost(name, address) });
    return true;
  }

  /** Forgets the oldest name that was found and has no connection. Its address is not given to another one. */
  #forgetOne(): boolean {
    const used = new Set([...this.#pairs].map(({ target }) => target.host));
    for (const name of this.#found.keys()) {
      if (used.has(name)) continue;
      this.#forget(name);
      return true;
    }
    return false;
  }

  #forget(name: string): void {
    const { address } = this.#found.get(name)!;
    const ports = portsOf(this.policy, name);
    this.#found.delete(name);
    this.#foundSockets.give(ports.length);
    for (const port of ports) {
      this.#servers.get(`${address}:${port}`)?.server.close();
      this.#servers.delete(`${address}:${port}`);
    }
  }
}

/** What a bot asks for is shown in logs and terminals. */
const printable = (name: string) =>
  name.replace(/[^!-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A name of the internet has at least two parts. */
const isName = (name: string) =>
  name.length <= 253 && /^(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})+$/.test(name);
