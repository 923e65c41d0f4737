import { Type } from "typebox";
import { Exactly, named, Page, Time } from "./named.ts";

export const StateKeys = named(
  "StateKeys",
  Page(
    Exactly({
      key: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      updated_at: Time("Time of the last change."),
    }),
  ),
);
