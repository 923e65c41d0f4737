import type { Answers, Counted, Request } from "./control.ts";
import { Namespace } from "./inside/namespace.ts";
import { Network, Shared } from "./inside/network.ts";
import { startTimeOf } from "./process-identity.ts";

interface Process {
  pid: number;
  startTime: string;
}

interface Open {
  bot: string;
  network: Network;
  /** Absent until the launch has been started. */
  process?: Process;
}

type Make = Request & { do: "make" };

const mostLaunches = 5_000;

/** The networks of all launches. */
export class Border {
  readonly #shared = new Shared();
  readonly #open = new Map<string, Open>();
  /** Made in advance for the next launch: it takes the kernel longer than all sockets of a launch. */
  #spare: Promise<Namespace | undefined> | undefined;
  /** What launches that are closed have counted since the last `take`. */
  #closed: Counted[] = [];

  get size(): number {
    return this.#open.size;
  }

  async do(request: Exclude<Request, { do: "taken" }>): Promise<Answers[Request["do"]]> {
    switch (request.do) {
      case "make": {
        const namespace = await this.#newNamespace();
        await this.#openIn(namespace, request);
        this.#spare ??= Namespace.make().catch(() => undefined);
        return { namespace: namespace.fd };
      }
      case "open":
        await this.#openOnce(request);
        return {};
      case "find": {
        const open = this.#open.get(request.launch);
        return open ? { found: { bot: open.bot, policy: open.network.policy } } : {};
      }
      case "close":
        this.#close(request.launch);
        return {};
      case "cut":
        await this.#networkOf(request.launch).cut(request.cut);
        return {};
      case "connect":
        return { fd: await this.#networkOf(request.launch).connecting(request.address, request.port) };
      case "take":
        return { counted: this.#take() };
    }
  }

  /** Closes what belongs to processes that have ended, in case no platform does. */
  sweep(): void {
    for (const [launch, { process }] of this.#open)
      if (process && startTimeOf(process.pid) !== process.startTime) this.#close(launch);
  }

  /** Closes a launch that was made and has not been started. */
  abandon(launch: string): void {
    if (this.#open.get(launch)?.process === undefined) this.#close(launch);
  }

  async #newNamespace(): Promise<Namespace> {
    const spare = this.#spare;
    this.#spare = undefined;
    return (await spare) ?? Namespace.make();
  }

  async #openOnce({ process, ...request }: Request & { do: "open" }): Promise<void> {
    const known = this.#open.get(request.launch);
    if (known) {
      known.process = process;
      return known.network.cut(request.cut);
    }
    const namespace = Namespace.of(process.pid);
    if (startTimeOf(process.pid) !== process.startTime) {
      namespace.close();
      throw new Error(`Process ${process.pid} has ended.`);
    }
    await this.#openIn(namespace, request, process);
  }

  async #openIn(
    namespace: Namespace,
    { launch, bot, policy, cut }: Omit<Make, "do">,
    process?: Process,
  ): Promise<void> {
    const network = new Network(namespace, policy, this.#shared, cut);
    try {
      if (this.#open.size >= mostLaunches) throw new Error(`More than ${mostLaunches} launches are open.`);
      await network.open();
      this.#open.set(launch, { bot, network, ...(process && { process }) });
    } catch (error) {
      network.close();
      throw error;
    }
  }

  #networkOf(launch: string): Network {
    const open = this.#open.get(launch);
    if (!open) throw new Error(`The network of ${launch} is not open.`);
    return open.network;
  }

  #close(launch: string): void {
    const open = this.#open.get(launch);
    if (!open) return;
    this.#open.delete(launch);
    open.network.close();
    const entries = open.network.take();
    if (entries.length > 0 && this.#closed.length < mostLaunches)
      this.#closed.push({ launch, bot: open.bot, connections: 0, entries });
  }

  #take(): Counted[] {
    const closed = this.#closed;
    this.#closed = [];
    const open = [...this.#open].map(([launch, { bot, network }]) => ({
      launch,
      bot,
      connections: network.connections,
      entries: network.take(),
    }));
    return [...closed, ...open.filter(({ connections, entries }) => connections > 0 || entries.length > 0)];
  }
}
