import { Type } from "typebox";
import { actor } from "./actor.ts";
import { Exactly, named, Time } from "./named.ts";

const Cut = Type.Union([Type.Literal("all"), Type.Array(Type.String())], {
  description: "What is cut: `all`, or hosts and local services.",
});

const BotCut = Exactly({
  scope: Type.Union([Type.Literal("bot"), Type.Literal("user"), Type.Literal("platform")], {
    description: "What it was made for: the bot, all bots of its user, or all bots. It ends in the same way.",
  }),
  host: Type.Optional(Type.String({ description: "Absent if everything is cut." })),
  at: Time("Time of the cut."),
  actor: Type.Optional(actor("Who cut it.")),
});

const Connection = Exactly({
  host: Type.String({ description: "A name, or that of a local service." }),
  port: Type.Integer({ description: "0 for a name that was only asked for." }),
  refused: Type.Optional(
    Exactly({
      reason: Type.String({ description: "A stable code." }),
      detail: Type.String({ description: "The reason in words." }),
    }),
  ),
  connections: Type.Integer({ description: "How many connections were made or refused." }),
  sent_bytes: Type.Integer(),
  received_bytes: Type.Integer(),
  last_at: Time("Time of the last one."),
});

export const NetworkDocument = named(
  "BotNetwork",
  Exactly({
    bot_id: Type.String(),
    network: Type.Unknown({ description: "What the bot may connect to, as in an instance." }),
    source: Type.Union([Type.Literal("instance"), Type.Literal("custom_bot"), Type.Literal("platform")], {
      description: "Which of them says it.",
    }),
    enforced: Type.Boolean({ description: "False if the bot has the network of the host." }),
    detail: Type.String({ description: "What that means, in a sentence." }),
    cut: Cut,
    cuts: Type.Array(BotCut, { description: "What was cut, by whom, and for which bots." }),
    connections: Type.Array(Connection, { description: "By host, port and reason, the newest first." }),
  }),
);

export const CutDocument = named(
  "NetworkCut",
  Exactly({
    not_cut: Type.Array(Exactly({ bot_id: Type.String(), name: Type.String() }), {
      description: "Bots that should run and have the network of the host, so that they cannot be cut off.",
    }),
  }),
);
