import type { Secret, SecretWithBots } from "@botyard/client";
import { when, whenExactly } from "../bots/bot-text.ts";
import type { Context } from "../context.ts";
import { facts, table } from "../output/table.ts";

export const secretFields = [
  ...["name", "version", "applied_version", "created_at", "updated_at", "actor"],
  ...["last_used_at", "last_used_by"],
];

/** The version, and that running bots may have an earlier one. */
const versionOf = ({ version, applied_version }: Secret) =>
  applied_version < version ? `${version} (staged)` : String(version);

export const secretTable = (context: Context, secrets: readonly Secret[]): string =>
  table(
    ["NAME", "VERSION", "SET", "BY", "LAST USED"],
    secrets.map((secret) => [
      secret.name,
      versionOf(secret),
      when(context, secret.updated_at),
      secret.actor?.user_name ?? "",
      secret.last_used_at ? when(context, secret.last_used_at) : "never",
    ]),
    { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
  );

export const secretText = (context: Context, secret: SecretWithBots): string =>
  facts(
    [
      ["name", secret.name],
      ["version", versionOf(secret)],
      ["set", whenExactly(context, secret.updated_at)],
      ["set by", secret.actor?.user_name],
      ["created", whenExactly(context, secret.created_at)],
      ["last used", secret.last_used_at ? whenExactly(context, secret.last_used_at) : "never"],
      ...secret.used_by.map(({ name, bot_id }): [string, string] => ["used by", `${name} (${bot_id})`]),
    ],
    context.style.dim,
  );
