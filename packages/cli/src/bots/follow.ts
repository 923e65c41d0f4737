import type { Channel, Client, StreamItem } from "@botyard/client";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { select } from "../output/select.ts";

/** Output of a deleted bot is accepted for this long, in milliseconds. */
const lastOutputMs = 500;

type Event<C extends Channel> = Extract<StreamItem, { kind: "event"; channel: C }>;

/**
 * Prints the records of a bot's channel until Ctrl-C or until the bot is deleted. Reconnects after a lost connection.
 * Prints every sequence number once, and reports missing ones as a gap.
 */
export async function followChannel<C extends Channel>(
  context: Context,
  client: Client,
  botId: string,
  channel: C,
  after: number | undefined,
  show: { event(record: Event<C>["record"]): string | undefined; gap(count: number): string },
): Promise<ExitCode> {
  const gone = new AbortController();
  const items = client.follow({
    botId,
    channels: [channel, "status"],
    ...(after === undefined ? {} : { after: { [channel]: after } }),
    signal: AbortSignal.any([context.signal, gone.signal]),
  });
  for await (const item of items) {
    if (item.kind === "disconnected") context.note("Connection lost; reconnecting ...");
    else if (item.kind === "connected" && item.again) context.note("Reconnected.");
    else if (item.kind === "gap" && item.channel === channel) printGap(item.from, item.to);
    else if (item.kind === "event" && item.channel === "status" && item.record.status === "deleted") {
      context.note("The bot was deleted.");
      // The last output of its processes may still arrive.
      setTimeout(() => gone.abort(), lastOutputMs);
    } else if (item.kind === "event" && item.channel === channel)
      printEvent(item.record as Event<C>["record"]);
  }
  return context.signal.aborted ? exitCodes.interrupted : exitCodes.ok;

  function printGap(from: number, to: number): void {
    if (context.globals.json) context.stdout.write(`${JSON.stringify({ gap: { from, to } })}\n`);
    else context.stdout.write(show.gap(to - from + 1));
  }

  function printEvent(record: Event<C>["record"]): void {
    const text = show.event(record);
    if (text === undefined) return;
    const { json } = context.globals;
    context.stdout.write(json ? `${JSON.stringify(select(record, json))}\n` : text);
  }
}
