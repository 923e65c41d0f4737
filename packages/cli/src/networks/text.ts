import type { BotNetwork } from "@botyard/client";
import { when } from "../bots/bot-text.ts";
import type { Context } from "../context.ts";
import { facts, table } from "../output/table.ts";
import { bytes } from "../output/times.ts";

const sources = {
  instance: "the instance",
  custom_bot: "the custom bot",
  platform: "the platform's default",
};

const madeFor = {
  bot: "for this bot",
  user: "for all bots of its user",
  platform: "for all bots of the platform",
};

/** Formats what was cut, for which bots, when and by whom. */
export function cutTexts(context: Context, { cuts = [] }: Pick<BotNetwork, "cuts">): string[] {
  return cuts.map(({ scope, host = "everything", at, actor }) => {
    const by = actor ? ` by ${actor.user_name}` : "";
    return `${host}, ${madeFor[scope as keyof typeof madeFor]}${by}, ${when(context, at)}`;
  });
}

export function networkText(context: Context, shown: BotNetwork): string {
  const { network, source, detail } = shown;
  return facts(
    [
      ["network", typeof network === "string" ? network : JSON.stringify(network)],
      ["said by", sources[source as keyof typeof sources]],
      ["meaning", detail],
      ...cutTexts(context, shown).map((text): [string, string] => ["cut off from", text]),
    ],
    context.style.dim,
  );
}

export function connectionTable(context: Context, { connections }: BotNetwork): string[] {
  if (connections.length === 0) return [];
  const rows = connections.map(
    ({ host, port, connections: count, sent_bytes, received_bytes, refused, last_at }) => [
      port === 0 ? host : `${host}:${port}`,
      refused ? "refused" : "connected",
      String(count),
      bytes(sent_bytes),
      bytes(received_bytes),
      when(context, last_at),
      refused?.detail ?? "",
    ],
  );
  return [
    table(["HOST", "", "TIMES", "SENT", "RECEIVED", "LAST", "REASON"], rows, {
      width: context.stdout.isTTY ? context.stdout.columns : undefined,
      header: context.style.dim,
    }),
  ];
}
