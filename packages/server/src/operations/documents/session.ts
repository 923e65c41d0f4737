import { Type } from "typebox";
import { Exactly, named, Time } from "./named.ts";

const scope = Type.Enum(["read", "deploy", "admin"] as const);

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
  }),
);

export const SignInLinkDocument = named(
  "SignInLink",
  Exactly({
    path: Type.Optional(
      Type.String({ description: "To be appended to the platform's address. Shown only once." }),
    ),
    expires_at: Time("When the link stops working, if it is not used before."),
  }),
);

export const DeviceRequest = Exactly({
  client: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Name of the program, shown to the user (default: `device`); the name of the key.",
    }),
  ),
  scopes: Type.Optional(
    Type.Array(scope, { minItems: 1, description: "Scopes of the key (default: `read` and `deploy`)." }),
  ),
});

export const DeviceCodes = named(
  "DeviceCodes",
  Exactly({
    device_code: Type.String({ description: "For `POST /device/token`; not to be shown." }),
    user_code: Type.String({ description: "Code that the user types." }),
    verification_uri: Type.String({ description: "Page on which the user types it." }),
    verification_uri_complete: Type.String({ description: "The same page with the code filled in." }),
    expires_in: Type.Integer({ description: "Seconds until the codes expire." }),
    interval: Type.Integer({ description: "Least number of seconds between two polls." }),
  }),
);

export const TokenRequest = Exactly({ device_code: Type.String({ maxLength: 200 }) });

export const DeviceToken = named(
  "DeviceToken",
  Exactly({
    access_token: Type.String({ description: "The API key. Shown only once." }),
    token_type: Type.Literal("Bearer"),
    scope: Type.String({ description: "Scopes of the key, separated by spaces." }),
    key_id: Type.String(),
    user_name: Type.String(),
  }),
);

export const userCode = Type.String({
  pattern: "^[A-Za-z -]{8,20}$",
  description: "Code that a device shows.",
});

export const DeviceSignIn = named(
  "DeviceSignIn",
  Exactly({
    client: Type.String({ description: "Name that the program has given itself." }),
    scopes: Type.Array(scope),
    created_at: Time("When the program asked."),
    expires_at: Time("When the code expires."),
  }),
);
