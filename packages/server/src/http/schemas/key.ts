import { type Static, Type } from "typebox";
import { Exactly, named, Page, Time } from "./named.ts";

const scope = Type.Enum(["read", "deploy", "admin"]);

export const KeyRequest = Exactly({
  name: Type.String({ minLength: 1, maxLength: 100, description: "What it is for." }),
  scopes: Type.Optional(
    Type.Array(scope, {
      minItems: 1,
      description: "Default: `read` and `deploy`. `admin` holds `deploy`, that holds `read`.",
    }),
  ),
  expires_at: Type.Optional(Time("From then on the key is invalid; absent: never.")),
  user: Type.Optional(
    Type.String({
      pattern: "^[a-z0-9][a-z0-9._-]{0,62}$",
      description: "Only for the platform's first user: whom the key is for. A new name makes a new user.",
    }),
  ),
});

const fields = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(scope),
  created_at: Time("When it was made."),
  expires_at: Type.Optional(Time("When it stops to be valid.")),
  last_used_at: Type.Optional(Time("To the minute.")),
};
const key = Exactly(fields);
export type KeyView = Static<typeof key>;
export const KeyPage = named("ApiKeyPage", Page(named("ApiKey", key)));
export const CreatedKey = named(
  "CreatedApiKey",
  Exactly({
    ...fields,
    key: Type.Optional(
      Type.String({
        description: "The key itself, shown this once: absent when a repeated request is answered again.",
      }),
    ),
  }),
);

export const AuthStatus = named(
  "AuthStatus",
  Exactly({
    valid: Type.Literal(true),
    user_id: Type.String(),
    user_name: Type.String(),
    key: Exactly({
      id: Type.String(),
      name: Type.String(),
      scopes: Type.Array(scope),
      expires_at: Type.Optional(Time("When it stops to be valid.")),
    }),
    server_version: Type.String(),
    server_time: Time("Now."),
  }),
);

export const Health = named(
  "Health",
  Exactly({
    status: Type.Literal("ok"),
    version: Type.String(),
    uptime_seconds: Type.Integer(),
    isolation: Exactly({
      engine: Type.String(),
      isolation: Type.String({
        description: "`bubblewrap`, `user`, `none`, or `undetermined`: no bot is started, for `reasons`.",
      }),
      limits: Type.String(),
      reasons: Type.Array(Type.String(), { description: "Why it is not more than that." }),
    }),
  }),
);
