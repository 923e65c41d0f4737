import { Type } from "typebox";
import { Key, KeyId, Uri } from "./forms.ts";
import { Exactly, named, Time } from "./named.ts";
import { problemFields, refusals } from "./problem.ts";
import { scope } from "./session.ts";

export const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

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

/** As RFC 8628, 3.1. Unknown fields are ignored, as RFC 6749, 3.2 requires; clients may send some. */
export const DeviceForm = Type.Object({
  client_id: Type.Optional(
    Type.String({ maxLength: 100, description: "Name of the program, as `client` in JSON." }),
  ),
  scope: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Scopes of the key, separated by spaces (default: `read deploy`).",
    }),
  ),
});

export const DeviceCodes = named(
  "DeviceCodes",
  Exactly({
    device_code: Type.String({ description: "For `POST /device/token`; not to be shown." }),
    user_code: Type.String({ description: "Code that the user types." }),
    verification_uri: Uri("Page on which the user types it."),
    verification_uri_complete: Uri("The same page with the code filled in."),
    expires_in: Type.Integer({ description: "Seconds until the codes expire." }),
    interval: Type.Integer({ description: "Least number of seconds between two polls." }),
  }),
);

const deviceCode = Type.String({ maxLength: 200 });

export const TokenRequest = Exactly({ device_code: deviceCode });

/** As RFC 8628, 3.4. */
export const TokenForm = Type.Object({
  grant_type: Type.String({ maxLength: 200, description: `Must be \`${deviceGrant}\`.` }),
  device_code: deviceCode,
  client_id: Type.Optional(Type.String({ maxLength: 100, description: "Not used." })),
});

export const DeviceToken = named(
  "DeviceToken",
  Exactly({
    access_token: Key("The API key. Shown only once."),
    token_type: Type.Literal("Bearer"),
    scope: Type.String({ description: "Scopes of the key, separated by spaces." }),
    key_id: KeyId(),
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

/** What is refused has the member `error`, which OAuth clients branch on, beside those of every problem document. */
export const DeviceProblem = named(
  "DeviceProblem",
  Exactly(
    { ...problemFields, error: Type.String({ description: "Error code of RFC 8628 or RFC 6749." }) },
    {
      description:
        "Problem document with an error code of OAuth. The answer to a form is `application/json`.",
    },
  ),
);

const refused = { schema: DeviceProblem };
/** Error responses to devices. */
export const deviceRefusals = {
  ...refusals,
  "4xx": {
    description: "Request refused",
    content: { "application/problem+json": refused, "application/json": refused },
  },
};
