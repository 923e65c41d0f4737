import type { Bot, Channel, Client, StreamItem } from "@botyard/client";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { cleanLine } from "../output/clean.ts";
import { select } from "../output/select.ts";
import { shellWord } from "../output/shell-word.ts";

/** Output of a deleted bot is accepted for this long, in milliseconds. */
const lastOutputMs = 500;

type Event<C extends Channel> = Extract<StreamItem, { kind: "event"; channel: C }>;

/**
 * Prints the records of a bot's channel until Ctrl-C or until the bot is deleted. Reconnects after a lost connection.
 * Prints every sequence number once, and reports missing ones as a gap. Changes of the bot's status are reported on
 * standard error.
 */
export async function followChannel<C extends Channel>(
  context: Context,
  client: Client,
  bot: Bot,
  channel: C,
  after: number | undefined,
  show: { event(record: Event<C>["record"]): string | undefined; gap(count: number): string },
): Promise<ExitCode> {
  const gone = new AbortController();
  const items = client.follow({
    botId: bot.bot_id,
    channels: [channel, "status"],
    ...(after === undefined ? {} : { after: { [channel]: after } }),
    signal: AbortSignal.any([context.signal, gone.signal]),
  });
  for await (const item of items) {
    if (item.kind === "disconnected") context.note("Connection lost; reconnecting ...");
    else if (item.kind === "connected") context.note(item.again ? "Reconnected." : waiting(bot, channel));
    else if (item.kind === "gap" && item.channel === channel) printGap(item.from, item.to);
    else if (item.kind === "event" && item.channel === "status" && item.record.status === "deleted") {
      context.note("The bot was deleted.");
      // The last output of its processes may still arrive.
      setTimeout(() => gone.abort(), lastOutputMs);
    } else if (item.kind === "event" && item.channel === "status")
      context.note(`The bot is ${item.record.status}.`);
    else if (item.kind === "event" && item.channel === channel) printEvent(item.record as Event<C>["record"]);
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

const words: Record<Channel, string> = {
  logs: "log lines",
  metrics: "metrics",
  status: "changes of its status",
};

/** Tells that nothing is wrong while nothing arrives, and how to see whether the bot does anything. */
function waiting({ name, status }: Bot, channel: Channel): string {
  const next =
    status === "stopped" || status === "failed"
      ? `To start it: platform bot start ${shellWord(name)}`
      : `To see what it does: platform bot get ${shellWord(name)}`;
  return `Waiting for ${words[channel]} of ${cleanLine(name)}, which is ${status}; Ctrl-C ends this. ${next}`;
}
