import { Type } from "typebox";
import { PlatformError } from "../errors/platform-error.ts";
import { leastCharacters, mostBytes } from "../secrets/index.ts";
import type { SecretRow } from "../store/index.ts";
import { actorOf } from "../users/caller.ts";
import { pageOf, readCursor } from "./cursor.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { SecretDocument, SecretPage, secretName } from "./documents/secret.ts";
import { type Call, type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

const tag = "secrets";

/** The named secrets of the caller. No operation returns a value. */
export const secrets = {
  listSecrets: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List secrets, without their values",
    input: Exactly(pageQuery),
    output: SecretPage,
    async run(parts, { caller }, { limit = 50, cursor }) {
      const after = readCursor(cursor, 1)?.[0];
      const found = await parts.secrets.list(caller.user_id, { after, limit: limit + 1 });
      const page = pageOf(found, limit, ({ name }) => [name]);
      return { ...page, items: page.items.map(shown) };
    },
  }),

  getSecret: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get a secret, without its value, and the bots that use it",
    input: Exactly({ name: secretName }),
    output: SecretDocument,
    run: async (parts, call, { name }) =>
      withBots(parts, call, await parts.secrets.get(call.caller.user_id, name)),
  }),

  setSecret: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Set the value of a secret, which need not exist",
    description:
      "The value cannot be read back. Running realtime bots that use the secret are restarted with it, unless it is staged; runs get it from the next one. Setting the value that it has changes nothing.",
    input: Exactly({
      name: secretName,
      value: Type.Unsafe<string>(
        Type.Unknown({
          description: `A string of at least ${leastCharacters} characters and at most 16 KiB.`,
        }),
      ),
      stage: Type.Optional(
        Type.Boolean({
          description: "Bots that run keep the value that they have until they are started again.",
        }),
      ),
    }),
    // Errors of the schema show what they refuse.
    unchecked: ["value"],
    output: SecretDocument,
    async run(parts, call, { name, value, stage = false }) {
      requireValue(value);
      const { caller } = call;
      const by = actorOf(caller);
      const { secret, isNew } = await parts.secrets.set(caller.user_id, name, { value, staged: stage }, by);
      const found = await withBots(parts, call, secret);
      if (isNew) tellBots(parts, found, `has a new value (version ${secret.version}), by ${by.user_name}`);
      return found;
    },
  }),

  applySecret: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Restart the bots that run with an earlier value of a secret",
    input: Exactly({ name: secretName }),
    output: SecretDocument,
    async run(parts, call, { name }) {
      const found = await withBots(parts, call, await parts.secrets.apply(call.caller.user_id, name));
      tellBots(parts, found, `is applied (version ${found.version}), by ${actorOf(call.caller).user_name}`);
      return found;
    },
  }),

  deleteSecret: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Delete a secret",
    description: "Bots that use it keep running with its value, and cannot be started again.",
    input: Exactly({
      name: secretName,
      force: Type.Optional(Type.Boolean({ description: "Delete it even if bots use it." })),
    }),
    output: Type.Null({ description: "Deleted." }),
    async run(parts, call, { name, force = false }) {
      const { user_id } = call.caller;
      const found = await withBots(parts, call, await parts.secrets.get(user_id, name));
      await parts.secrets.delete(user_id, name, force);
      tellBots(parts, found, `was deleted, by ${actorOf(call.caller).user_name}`);
      return null;
    },
  }),
} satisfies Record<string, Operation>;

function requireValue(value: unknown): asserts value is string {
  const detail =
    typeof value !== "string"
      ? "The value is not a string."
      : value.length < leastCharacters
        ? `The value has less than ${leastCharacters} characters: it could not be recognised in the output of bots.`
        : Buffer.byteLength(value) > mostBytes
          ? `The value has more than ${mostBytes} bytes.`
          : value.includes("\0")
            ? "The value has a NUL character, which no process can be given."
            : undefined;
  if (detail !== undefined)
    throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/value", detail }] });
}

function shown({ owner_id: _, last_used_at, last_used_by, ...secret }: SecretRow) {
  return { ...secret, ...(last_used_at && { last_used_at }), ...(last_used_by && { last_used_by }) };
}

async function withBots(parts: Parts, { caller }: Call, secret: SecretRow) {
  return { ...shown(secret), used_by: await parts.secrets.usedBy(caller.user_id, secret.name) };
}

function tellBots(
  { engine }: Parts,
  { name, used_by }: Awaited<ReturnType<typeof withBots>>,
  what: string,
): void {
  engine.secretChanged(
    used_by.map(({ bot_id }) => bot_id),
    `The secret ${name} ${what}.`,
  );
}
