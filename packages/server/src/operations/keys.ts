import { isPlainName } from "@botyard/manifest";
import { Type } from "typebox";
import { PlatformError } from "../errors.ts";
import type { Caller } from "../keys/keys.ts";
import { pageOf, readCursor } from "./cursor.ts";
import { CreatedKey, KeyPage, keyRequest } from "./documents/key.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { readTime } from "./moment.ts";
import { type Operation, operation } from "./operation.ts";
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
    async run(parts, { caller }, { name, scopes = ["read", "deploy"] as const, ...wanted }) {
      refuseHiddenName(name);
      const expires_at = expiry(parts, wanted.expires_at);
      const ownerId = await ownerOf(parts, caller, wanted.user);
      const { text, ...made } = await parts.keys.create(ownerId, { name, scopes, expires_at });
      return { ...made, key: text };
    },
  }),

  listApiKeys: operation({
    scope: "admin",
    kind: "read",
    tag,
    summary: "List the caller's API keys that are not revoked",
    input: Exactly(pageQuery),
    output: KeyPage,
    async run({ keys }, { caller }, { limit = 50, cursor }) {
      const [createdAt, id] = readCursor(cursor, 2) ?? [];
      const after = createdAt !== undefined && id !== undefined ? { createdAt, id } : undefined;
      const found = await keys.list(caller.user_id, { after, limit: limit + 1 });
      return pageOf(found, limit, (key) => [key.created_at, key.id]);
    },
  }),

  revokeApiKey: operation({
    scope: "admin",
    kind: "write",
    tag,
    summary: "Revoke an API key permanently, with immediate effect",
    input: Exactly({ id: Type.String() }),
    output: Type.Null({ description: "Revoked." }),
    async run({ keys }, { caller }, { id }) {
      await keys.revoke(caller.user_id, id);
      return null;
    },
  }),
} satisfies Record<string, Operation>;

function refuseHiddenName(name: string): void {
  if (isPlainName(name)) return;
  const detail = `The name ${JSON.stringify(name)} contains a control or invisible character.`;
  throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/name", detail }] });
}

async function ownerOf({ keys }: Parts, caller: Caller, user: string | undefined): Promise<string> {
  if (user === undefined || user === caller.user_name) return caller.user_id;
  if ((await keys.operator())?.id !== caller.user_id) {
    throw new PlatformError(
      "insufficient_scope",
      "Only the platform's first user may create keys for other users.",
    );
  }
  return (await keys.userNamed(user)).id;
}

function expiry({ clock }: Parts, text: string | undefined): string | undefined {
  const time = readTime(text, "/expires_at", "validation_failed");
  if (time === undefined || time > clock.now()) return time?.toISOString();
  const detail = `expires_at is ${text}, which is in the past.`;
  throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/expires_at", detail }] });
}
