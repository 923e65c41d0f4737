import { secretNamePattern } from "@botyard/manifest";
import { Type } from "typebox";
import { actor } from "./actor.ts";
import { Exactly, named, Page, Time } from "./named.ts";

export const secretName = Type.String({
  pattern: secretNamePattern,
  description: "Name of the secret: lower-case letters, digits, dots, hyphens and underscores.",
});

const fields = {
  name: secretName,
  version: Type.Integer({ description: "Version of the newest value, counted from 1." }),
  applied_version: Type.Integer({
    description:
      "Bots that run with an earlier version are restarted. Less than `version`: the newest value is staged.",
  }),
  created_at: Time("Time of the first value."),
  updated_at: Time("Time of the newest value."),
  actor: Type.Optional(actor("Who set the newest value.")),
  last_used_at: Type.Optional(Time("When a process was started with it last.")),
  last_used_by: Type.Optional(Type.String({ description: "Id of the bot of this process." })),
};

export const SecretPage = named("SecretPage", Page(named("Secret", Exactly(fields))));

export const SecretDocument = named(
  "SecretWithBots",
  Exactly({
    ...fields,
    used_by: Type.Array(Exactly({ bot_id: Type.String(), name: Type.String() }), {
      description: "The bots whose config refers to it.",
    }),
  }),
);
