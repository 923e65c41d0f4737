import { Type } from "typebox";
import { Isolation } from "./key.ts";
import { Exactly, named, Time } from "./named.ts";
import { orNull } from "./overview.ts";

const part = Exactly({
  name: Type.Enum(["store", "disk", "isolation"] as const),
  status: Type.Enum(["ok", "failing"] as const),
  detail: orNull(Type.String({ description: "Why it fails." })),
});

const limit = Exactly({
  name: Type.String(),
  setting: Type.String({ description: "Environment variable of the platform that sets it." }),
  value: Type.Number(),
  default: Type.Number(),
  unit: Type.String(),
});

export const SystemDocument = named(
  "System",
  Exactly({
    version: Type.String(),
    started_at: Time("Time at which the platform started."),
    isolation: Isolation,
    health: Type.Array(part),
    limits: Type.Array(limit, { description: "The settings that limit something." }),
    data_dir: Type.Optional(Type.String({ description: "The data folder; shown to admins." })),
  }),
);
