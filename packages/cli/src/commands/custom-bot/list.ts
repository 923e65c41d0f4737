import { when } from "../../bots/bot-text.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../output/table.ts";

export default defineCommand<object>({
  examples: [
    ["List all custom bots with their latest versions", "platform custom-bot list"],
    ["Print some fields for a script", "platform custom-bot list --json name,version"],
  ],
  json: ["name", "version", "type", "runtime", "description", "author", "created_at", "updated_at"],
  async run(context) {
    const client = await context.connect();
    const list = await client.customBots.list();
    context.print({ items: list }, () =>
      table(
        ["NAME", "VERSION", "TYPE", "RUNTIME", "UPDATED", "DESCRIPTION"],
        list.map((each) => [
          each.name,
          each.version,
          each.type,
          each.runtime,
          when(context, each.updated_at),
          each.description ?? "",
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    if (list.length === 0) context.note("There are no custom bots. Next: platform custom-bot init <name>");
    return undefined;
  },
});
