import type { Scope } from "@botyard/client";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { ofQuotaOf } from "../../report.ts";

export default defineCommand<{ scope?: Scope[]; expires?: string; user?: string }>({
  about: [
    "Prints the key on standard output. It cannot be shown again: the platform keeps only a hash of it. Requires a key with the scope admin.",
  ],
  examples: [
    [
      "Create a key for CI that expires after 90 days",
      "platform key create ci --scope read --scope deploy --expires 90d",
    ],
    [
      "Write the key to a file that only you can read",
      "(umask 077; platform key create laptop > laptop.key)",
    ],
  ],
  arguments: [{ name: "name", help: "name of the key" }],
  options: [
    {
      flags: "--scope <scope>",
      help: "read, deploy or admin (default: read and deploy)",
      repeats: true,
      completes: ["read", "deploy", "admin"],
    },
    { flags: "--user <name>", help: "user that the key is for; only for admins (default: you)" },
    { flags: "--expires <time>", help: "90d from now, or a time (default: never)" },
  ],
  json: ["id", "user", "name", "scopes", "created_at", "expires_at", "key"],
  async run(context, [name], options) {
    const scopes = options.scope ?? ["read", "deploy"];
    const wrong = scopes.find((scope) => !["read", "deploy", "admin"].includes(scope));
    if (wrong) throw usage(`--scope ${wrong} is not one of read, deploy, admin.`);
    const expires_at =
      options.expires === undefined ? undefined : expiry(options.expires, context.clock.now());
    const client = await context.connect();
    const wanted = {
      name: name!,
      scopes,
      ...(expires_at ? { expires_at } : {}),
      ...(options.user === undefined ? {} : { user: options.user }),
    };
    const created = await ofQuotaOf(options.user, context.env, () => client.keys.create(wanted));
    context.print(created, () => `${created.key}\n`);
    context.note(
      `Created key ${created.id} (${created.scopes.join(", ")}). It is not shown again. Do not commit it to version control.`,
    );
    return undefined;
  },
});

function expiry(text: string, now: Date): string {
  const days = /^(\d+)([hd])$/.exec(text);
  const time = days
    ? new Date(now.getTime() + Number(days[1]) * (days[2] === "d" ? 86_400_000 : 3_600_000))
    : new Date(text);
  if (Number.isNaN(time.getTime()) || time <= now) {
    throw usage(`--expires ${text} is not a duration (90d, 12h) or a future time (2027-01-31).`);
  }
  return time.toISOString();
}
