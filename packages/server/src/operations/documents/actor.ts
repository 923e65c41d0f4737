import { Type } from "typebox";
import { Exactly } from "./named.ts";

/** Who asked for a change, by the names at that time. */
export const actor = (description: string) =>
  Exactly(
    {
      user_name: Type.String(),
      signed_in_by: Type.Enum(["api_key", "session"] as const),
      key_name: Type.Optional(Type.String({ description: "Name of the API key, if it was used." })),
    },
    { description },
  );
