import { botFields, retryText, statusCell, when } from "../../bots/bot-text.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../output/table.ts";

const statuses = ["pending", "starting", "running", "idle", "backing_off", "stopping", "stopped", "failed"];

interface Options {
  status?: string;
  type?: string;
  label?: string;
  user?: string;
}

const filtered = ({ status, type, label, user }: Options) =>
  [status, type, label, user].some((one) => one !== undefined);

export default defineCommand<Options>({
  examples: [
    ["List all bots", "platform bot list"],
    ["List bots that do not run", "platform bot list --status failed,stopped"],
    ["List the bots of all users, as an admin", "platform bot list --user all"],
    ["Print some fields for a script", "platform bot list --json bot_id,name,status"],
  ],
  options: [
    { flags: "--status <status>", help: "only bots with this status", choices: statuses, list: true },
    { flags: "--type <type>", help: "only bots of this type: realtime/<custom bot>", completes: [] },
    { flags: "--label <key=value>", help: "only bots with this label" },
    { flags: "--user <name>", help: "bots of another user, or of all; only for admins" },
  ],
  json: botFields,
  async run(context, _args, options) {
    const client = await context.connect();
    const bots = await client.bots.list(options);
    context.print({ items: bots }, () =>
      table(
        ["ID", ...(options.user ? ["USER"] : []), "NAME", "TYPE", "VERSION", "STATUS", "UPDATED", "NEXT"],
        bots.map((bot) => [
          bot.bot_id,
          ...(options.user ? [bot.owner ?? ""] : []),
          bot.name,
          bot.type,
          bot.version,
          statusCell(context, bot.status),
          when(context, bot.updated_at),
          bot.retry ? `try ${retryText(context, bot.retry)}` : when(context, bot.next_tick_at),
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    if (bots.length === 0)
      context.note(
        filtered(options)
          ? "No bot matches these options. To list all bots: platform bot list"
          : "There are no bots. Next: platform bot deploy <instance-config.json>",
      );
    return undefined;
  },
});
