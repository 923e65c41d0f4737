import { defineCommand } from "../../command.ts";
import { table } from "../../output/table.ts";
import { amountOf, quotaTitle } from "../../users/usage-text.ts";

export default defineCommand<object>({
  about: [
    "Shows what a user has of each quota: you, or, for admins, another user. The operator of the platform sets the quotas by the variables shown.",
  ],
  examples: [
    ["Show your quotas", "platform user show"],
    ["Show those of another user, as an admin", "platform user show alice"],
    [
      "Print how many bots you have",
      "platform user show --jq '.quotas[] | select(.name == \"bots\") | .used'",
    ],
  ],
  arguments: [{ name: "name", help: "name of the user; only for admins (default: you)", optional: true }],
  json: ["user_id", "user_name", "quotas"],
  async run(context, [name]) {
    const client = await context.connect();
    const usage = await client.users.usage(name);
    context.print(usage, () =>
      table(
        ["QUOTA", "USED", "LIMIT", "VARIABLE"],
        usage.quotas.map((quota) => [
          quotaTitle(quota),
          amountOf(quota, quota.used),
          amountOf(quota, quota.limit),
          quota.setting,
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    return undefined;
  },
});
