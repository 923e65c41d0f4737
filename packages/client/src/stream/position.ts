import type { LogRecord, MetricRecord, StatusEvent } from "../types.ts";
import type { ServerMessage } from "./message.ts";

export type Channel = "logs" | "metrics" | "status";

/** The last sequence number received, per channel. */
export type Places = Partial<Record<Channel, number>>;

export type StreamRecord =
  | { kind: "event"; channel: "logs"; seq: number; record: LogRecord }
  | { kind: "event"; channel: "metrics"; seq: number; record: MetricRecord }
  | { kind: "event"; channel: "status"; seq: number; record: StatusEvent }
  /** The records with these sequence numbers are not available any more. */
  | { kind: "gap"; channel: Channel; from: number; to: number };

/** Passes each sequence number of a subscription on once, also after a new connection. */
export class Position {
  readonly after: Places;

  constructor(after: Places = {}) {
    this.after = { ...after };
  }

  /** Takes the numbers after which the platform continues. */
  begin(after: Places): void {
    for (const [channel, seq] of Object.entries(after) as [Channel, number][]) {
      // A lower number: the store was replaced by an older one, whose next records have numbers that were used before.
      this.after[channel] = Math.min(this.after[channel] ?? seq, seq);
    }
  }

  *take(message: Extract<ServerMessage, { op: "event" | "gap" }>): Generator<StreamRecord> {
    const channel = message.channel as Channel;
    const last = this.after[channel];
    if (message.op === "gap") {
      if (last !== undefined && message.to <= last) return;
      this.after[channel] = message.to;
      yield { kind: "gap", channel, from: Math.max(message.from, (last ?? 0) + 1), to: message.to };
      return;
    }
    const { seq } = message;
    if (last !== undefined && seq <= last) return;
    if (last !== undefined && seq > last + 1) yield { kind: "gap", channel, from: last + 1, to: seq - 1 };
    this.after[channel] = seq;
    yield { kind: "event", channel, seq, record: message.record } as StreamRecord;
  }
}
