import type { Reason } from "./reason.ts";

/** What connections to a host came to, since it was taken the last time. */
export interface Entry {
  host: string;
  /** 0 for a name that was only asked for. */
  port: number;
  /** Absent for connections that were made. */
  reason?: Reason;
  count: number;
  /** Bytes that the bot sent and received. */
  sent: number;
  received: number;
  /** ISO 8601, in UTC. */
  last: string;
}

/** The host of everything that does not fit. */
export const others = "(others)";
const mostEntries = 500;

/** Counts the connections of one launch. */
export class Ledger {
  #entries = new Map<string, Entry>();

  count(host: string, port: number, reason?: Reason): void {
    this.#entry(host, port, reason).count++;
  }

  bytes(host: string, port: number, sent: number, received: number): void {
    const entry = this.#entry(host, port);
    entry.sent += sent;
    entry.received += received;
  }

  /** Returns all that was counted since the last call. */
  take(): Entry[] {
    const taken = [...this.#entries.values()];
    this.#entries = new Map();
    return taken;
  }

  #entry(host: string, port: number, reason?: Reason): Entry {
    const key = `${host} ${port} ${reason ?? ""}`;
    const last = new Date().toISOString();
    let entry = this.#entries.get(key);
    if (!entry && this.#entries.size >= mostEntries && host !== others) return this.#entry(others, 0, reason);
    if (!entry) {
      entry = { host, port, ...(reason && { reason }), count: 0, sent: 0, received: 0, last };
      this.#entries.set(key, entry);
    }
    entry.last = last;
    return entry;
  }
}
