import { Resolver } from "node:dns/promises";
import { performance } from "node:perf_hooks";
import type { Reason } from "../reason.ts";
import { objectionTo, ownAddresses } from "./judge.ts";

/** The public addresses of a name, IPv4 first, or why there are none. */
export type Resolved = { addresses: readonly string[] } | { reason: Reason };

interface Kept {
  answer: Promise<Resolved>;
  /** Infinity while it is not known. */
  until: number;
}

/** How long an answer is kept, in seconds, whatever its own time to live. */
const shortest = 5;
const longest = 60;
const mostKept = 10_000;
/** How long the name servers of this machine are used before its configuration is read again. */
const rereadMs = 30_000;

/**
 * Resolves names with the name servers of this machine. Not by `getaddrinfo`, which would occupy the only thread of the
 * pool, on which sockets are made.
 */
export class Names {
  readonly #kept = new Map<string, Kept>();
  #resolver: { it: Resolver; madeAt: number } | undefined;

  resolve(name: string): Promise<Resolved> {
    const kept = this.#kept.get(name);
    if (kept && performance.now() < kept.until) return kept.answer;
    if (this.#kept.size >= mostKept) this.#makeRoom();
    const entry: Kept = { answer: Promise.resolve({ reason: "resolve_failed" }), until: Infinity };
    entry.answer = this.#ask(name)
      // For instance because too many files are open. A rejection that nobody waits for would end the border.
      .catch((): { reason: Reason; seconds: number } => ({ reason: "resolve_failed", seconds: 0 }))
      .then(({ seconds, ...answer }) => {
        entry.until = performance.now() + 1000 * Math.min(longest, Math.max(shortest, seconds));
        return answer;
      });
    this.#kept.set(name, entry);
    return entry.answer;
  }

  async #ask(name: string): Promise<Resolved & { seconds: number }> {
    const resolver = this.#current();
    const own = ownAddresses();
    const families = [resolver.resolve4(name, { ttl: true })];
    if ([...own].some((address) => /^[23]/.test(address) && address.includes(":")))
      families.push(resolver.resolve6(name, { ttl: true }));
    const settled = await Promise.allSettled(families);
    const records = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (records.length === 0) return { reason: reasonOf(settled), seconds: 0 };
    const seconds = Math.min(...records.map(({ ttl }) => ttl));
    const addresses = records.map(({ address }) => address);
    const allowed = addresses.filter((address) => objectionTo(address, own) === undefined);
    if (allowed.length > 0) return { addresses: allowed, seconds };
    return { reason: objectionTo(addresses[0]!, own) ?? "private_address", seconds };
  }

  #current(): Resolver {
    const now = performance.now();
    if (!this.#resolver || now - this.#resolver.madeAt > rereadMs)
      this.#resolver = { it: new Resolver({ timeout: 2_000, tries: 2 }), madeAt: now };
    return this.#resolver.it;
  }

  #makeRoom(): void {
    for (const name of this.#kept.keys()) {
      if (this.#kept.size < mostKept / 2) break;
      this.#kept.delete(name);
    }
  }
}

/** The codes of answers that say for certain that there is no such name. */
const absent = ["ENOTFOUND", "ENODATA"];

function reasonOf(settled: readonly PromiseSettledResult<unknown>[]): Reason {
  const codes = settled.map((one) => (one.status === "rejected" ? one.reason.code : ""));
  return codes.every((code) => absent.includes(code)) ? "not_found" : "resolve_failed";
}
