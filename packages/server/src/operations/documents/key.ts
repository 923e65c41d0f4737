import { Type } from "typebox";
import { Key, KeyId, Version } from "./forms.ts";
import { Exactly, named, Page, Time } from "./named.ts";
import { userNamePattern } from "./user.ts";

const scope = Type.Enum(["read", "deploy", "admin"] as const);

export const keyRequest = Exactly({
  name: Type.String({ minLength: 1, maxLength: 100, description: "Purpose of the key." }),
  scopes: Type.Optional(
    Type.Array(scope, {
      minItems: 1,
      description: "Default: `read` and `deploy`. `admin` includes `deploy`, and `deploy` includes `read`.",
    }),
  ),
  expires_at: Type.Optional(Time("Time of expiry (default: never).")),
  user: Type.Optional(
    Type.String({
      pattern: userNamePattern,
      description: "User that the key is for (default: the caller). Only admins may name another one.",
    }),
  ),
});

const fields = {
  id: KeyId(),
  user: Type.Optional(Type.String({ description: "Owner of the key; shown to admins." })),
  name: Type.String(),
  scopes: Type.Array(scope),
  created_at: Time("Time of creation."),
  expires_at: Type.Optional(Time("Time of expiry.")),
  last_used_at: Type.Optional(Time("Time of the last use, to the minute.")),
};
const key = Exactly(fields);
export const KeyPage = named("ApiKeyPage", Page(named("ApiKey", key)));
export const CreatedKey = named(
  "CreatedApiKey",
  Exactly({
    ...fields,
    key: Type.Optional(
      Key("The key. Shown only once: absent when the answer is repeated for an Idempotency-Key."),
    ),
  }),
);

export const AuthStatus = named(
  "AuthStatus",
  Exactly({
    valid: Type.Literal(true),
    user_id: Type.String(),
    user_name: Type.String(),
    role: Type.Enum(["admin", "user"] as const),
    signed_in_by: Type.Enum(["api_key", "session"] as const),
    key: Exactly(
      {
        id: Type.String(),
        name: Type.String(),
        scopes: Type.Array(scope),
        expires_at: Type.Optional(Time("Time of expiry.")),
      },
      { description: "The API key, or the browser session." },
    ),
    server_version: Version(),
    server_time: Time("Current time of the platform."),
  }),
);

export const Isolation = Exactly({
  engine: Type.String(),
  isolation: Type.String({
    description: "`bubblewrap`, `user`, `none`, or `undetermined`: no bot is started; see `reasons`.",
  }),
  limits: Type.String(),
  network: Type.String({
    description:
      "`own`: each bot has the network that it asks for. `host`: every bot has that of the host. `unavailable`: only bots with that of the host can be started; see `reasons`.",
  }),
  reasons: Type.Array(Type.String(), { description: "Why isolation and network are not stronger." }),
});

export const Health = named(
  "Health",
  Exactly({
    status: Type.Literal("ok"),
    version: Type.String(),
    uptime_seconds: Type.Integer(),
    isolation: Isolation,
  }),
);
