import type { UserUsage } from "@botyard/client";
import { when } from "../../bots/bot-text.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { table } from "../../output/table.ts";
import { amountOf, quotaTitle } from "../../users/usage-text.ts";
import { userFields } from "../../users/user-text.ts";

export default defineCommand<{ usage?: boolean }>({
  examples: [
    ["List all users", "platform user list"],
    ["Show what each user has of each quota", "platform user list --usage"],
  ],
  options: [{ flags: "--usage", help: "what each user has of each quota, instead of the users" }],
  json: [...userFields, "user_id", "user_name", "quotas"],
  async run(context, _, { usage }) {
    const client = await context.connect();
    if (usage) {
      const all = await client.users.listUsage();
      context.print({ items: all }, () => usageTable(context, all));
      return undefined;
    }
    const users = await client.users.list();
    context.print({ items: users }, () =>
      table(
        ["NAME", "ROLE", "CREATED", "DISABLED"],
        users.map((user) => [
          user.name,
          user.role,
          when(context, user.created_at),
          user.disabled_at ? when(context, user.disabled_at) : "no",
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    return undefined;
  },
});

function usageTable({ stdout, style }: Context, users: readonly UserUsage[]): string {
  const quotas = users[0]?.quotas ?? [];
  return table(
    ["NAME", ...quotas.map((quota) => quotaTitle(quota).toUpperCase())],
    users.map((user) => [
      user.user_name,
      ...user.quotas.map((quota) => `${amountOf(quota, quota.used)}/${amountOf(quota, quota.limit)}`),
    ]),
    { width: stdout.isTTY ? stdout.columns : undefined, header: style.dim },
  );
}
