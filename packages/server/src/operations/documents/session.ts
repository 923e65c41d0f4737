import { Type } from "typebox";
import { Path } from "./forms.ts";
import { Exactly, named, Time } from "./named.ts";

export const scope = Type.Enum(["read", "deploy", "admin"] as const);

/** Exactly one of both. */
export const SignInRequest = Exactly({
  key: Type.Optional(
    Type.String({ maxLength: 200, description: "An API key; the session gets its scopes." }),
  ),
  code: Type.Optional(Type.String({ maxLength: 200, description: "The code of a sign-in link." })),
});

export const SessionDocument = named(
  "Session",
  Exactly({
    user_name: Type.String(),
    role: Type.Enum(["admin", "user"] as const),
    scopes: Type.Array(scope),
    expires_at: Time("When the session ends at the latest."),
    page_key: Type.String({
      description:
        "To be sent in the header `Botyard-Page-Key` with every request that has the cookie. Shown only once.",
    }),
  }),
);

export const SignInLinkDocument = named(
  "SignInLink",
  Exactly({
    path: Type.Optional(Path("To be appended to the platform's address. Shown only once.")),
    expires_at: Time("When the link stops working, if it is not used before."),
  }),
);
