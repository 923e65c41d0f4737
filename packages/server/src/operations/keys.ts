import { isPlainName } from "@botyard/manifest";
import { Type } from "typebox";
import { PlatformError } from "../errors/platform-error.ts";
import type { KeyInfo } from "../keys/keys.ts";
import { allUsers, ownerOf } from "./administration.ts";
import { pageOf, readCursor } from "./cursor.ts";
import { CreatedKey, KeyPage, keyRequest } from "./documents/key.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { userFilter } from "./documents/user.ts";
import { readTime } from "./moment.ts";
import { type Call, type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

const tag = "keys";

/** The API keys of the caller. */
export const keys = {
  createApiKey: operation({
    scope: "admin",
    kind: "write",
    addsData: true,
    tag,
    summary: "Create an API key; it is shown only in this answer",
    input: keyRequest,
    output: CreatedKey,
    async run(parts, call, { name, scopes = ["read", "deploy"] as const, ...wanted }) {
      refuseHiddenName(name);
      const expires_at = expiry(parts, wanted.expires_at);
      const owner = wanted.user === allUsers ? undefined : await ownerOf(parts, call, wanted.user);
      if (owner === undefined) throw new PlatformError("user_not_found", "A key belongs to one user.");
      const { text, ...made } = await parts.keys.create(
        owner,
        { name, scopes, expires_at },
        { once: call.once },
      );
      return { ...(await showKey(parts, call, made)), key: text };
    },
  }),

  listApiKeys: operation({
    scope: "admin",
    kind: "read",
    tag,
    summary: "List API keys that are not revoked",
    description: "The caller's, or, for admins, also those of another user or of all users.",
    input: Exactly({ ...pageQuery, user: Type.Optional(userFilter) }),
    output: KeyPage,
    async run(parts, call, { limit = 50, cursor, user }) {
      const owner = await ownerOf(parts, call, user);
      const [createdAt, id] = readCursor(cursor, 2) ?? [];
      const after = createdAt !== undefined && id !== undefined ? { createdAt, id } : undefined;
      const found = await parts.keys.list(owner, { after, limit: limit + 1 });
      const page = pageOf(found, limit, (key) => [key.created_at, key.id]);
      return { ...page, items: await Promise.all(page.items.map((key) => showKey(parts, call, key))) };
    },
  }),

  revokeApiKey: operation({
    scope: "admin",
    kind: "write",
    tag,
    summary: "Revoke an API key permanently, with immediate effect",
    description:
      "Streams, waiting requests and sessions that were opened with it end. Admins may revoke any key.",
    input: Exactly({ id: Type.String() }),
    output: Type.Null({ description: "Revoked." }),
    async run({ keys }, { caller, administers }, { id }) {
      await keys.revoke(administers ? undefined : caller.user_id, id);
      return null;
    },
  }),
} satisfies Record<string, Operation>;

function refuseHiddenName(name: string): void {
  if (isPlainName(name)) return;
  const detail = `The name ${JSON.stringify(name)} contains a control or invisible character.`;
  throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/name", detail }] });
}

/** Leaves out the owner, except for admins. */
export async function showKey({ users }: Parts, { administers }: Call, { owner_id, ...key }: KeyInfo) {
  return { ...key, ...(administers && { user: await users.nameOf(owner_id) }) };
}

function expiry({ clock }: Parts, text: string | undefined): string | undefined {
  const time = readTime(text, "/expires_at", "validation_failed");
  if (time === undefined || time > clock.now()) return time?.toISOString();
  const detail = `expires_at is ${text}, which is in the past.`;
  throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/expires_at", detail }] });
}
