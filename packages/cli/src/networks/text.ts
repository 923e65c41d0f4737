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

export function networkText(context: Context, { network, source, detail, cut }: BotNetwork): string {
  const isCut = cut === "all" || cut.length > 0;
  return facts(
    [
      ["network", typeof network === "string" ? network : JSON.stringify(network)],
      ["said by", sources[source as keyof typeof sources]],
      ["meaning", detail],
      ["cut off from", isCut ? (cut === "all" ? "everything" : cut.join(", ")) : undefined],
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
    "",
    table(["HOST", "", "TIMES", "SENT", "RECEIVED", "LAST", "REASON"], rows, {
      width: context.stdout.isTTY ? context.stdout.columns : undefined,
      header: context.style.dim,
    }),
  ];
}
