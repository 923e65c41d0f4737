import { type ErrorCode, PlatformError } from "@botyard/server/building-blocks";
import type { Incoming, Outgoing } from "./http/message.ts";
import type { Failure } from "./public/scenario.ts";
import type { World } from "./world.ts";

interface Armed {
  failure: Failure;
  seen: number;
}

/** The failures and delays that a scenario or a test asks for. */
export class Failures {
  readonly #world: () => World;
  #armed: Armed[] = [];

  constructor(world: () => World) {
    this.#world = world;
  }

  set(failures: readonly Failure[]): void {
    this.#armed = failures.map((failure) => ({ failure, seen: 0 }));
  }

  /** Adds a failure before the others. Returns a function that removes it. */
  add(failure: Failure): () => void {
    const armed = { failure, seen: 0 };
    this.#armed.unshift(armed);
    return () => {
      this.#armed = this.#armed.filter((other) => other !== armed);
    };
  }

  /**
   * Waits and fails as the first failure that fits says. Returns `undefined` if the request is answered as usual.
   *
   * @throws {PlatformError} the error of the failure
   */
  async meet(incoming: Incoming, operation: string | undefined, bot?: string): Promise<Outgoing | undefined> {
    const failure = this.#next(operation, bot);
    if (!failure) return undefined;
    const { delay_ms: delay = 0, code, detail, status, headers = {}, body = "", cut } = failure;
    if (delay > 0) await this.#pause(delay, incoming.gone);
    if (cut) return "cut";
    if (code !== undefined) throw new PlatformError(code as ErrorCode, detail, { headers });
    return status === undefined ? undefined : { status, headers, body };
  }

  #next(operation: string | undefined, bot: string | undefined): Failure | undefined {
    for (const armed of this.#armed) {
      const { failure } = armed;
      if (failure.operation !== undefined && failure.operation !== operation) continue;
      if (failure.bot !== undefined && !this.#isBot(failure.bot, bot)) continue;
      const { after = 0, times = Number.POSITIVE_INFINITY } = failure;
      if (armed.seen >= after + times) continue;
      armed.seen++;
      if (armed.seen > after) return failure;
    }
    return undefined;
  }

  #isBot(wanted: string, id: string | undefined): boolean {
    return id !== undefined && (wanted === id || this.#world().memory.bots.get(id)?.name === wanted);
  }

  #pause(ms: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#world().clock.after(ms, resolve);
      gone.addEventListener("abort", () => {
        cancel();
        resolve();
      });
    });
  }
}
