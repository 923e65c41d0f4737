import type { Scope } from "@botyard/client/browser";

/** The tools of the tool server, with the scope that each needs. */
export const tools: { name: string; does: string; scope: Scope }[] = [
  { name: "auth_status", does: "Says whether the key is valid, and what it may do", scope: "read" },
  { name: "bot_list", does: "Lists your bots", scope: "read" },
  {
    name: "bot_get",
    does: "Shows a bot: status, configuration, last result and latest metrics",
    scope: "read",
  },
  { name: "bot_deploy", does: "Creates a bot and starts it", scope: "deploy" },
  { name: "bot_update", does: "Changes the configuration, version or schedule of a bot", scope: "deploy" },
  { name: "bot_delete", does: "Deletes a bot", scope: "deploy" },
  { name: "logs_get", does: "Reads the log of a bot", scope: "read" },
  {
    name: "logs_summary",
    does: "Counts the lines by level, and shows the most frequent errors",
    scope: "read",
  },
  { name: "custom_bot_list", does: "Lists the custom bots", scope: "read" },
  { name: "custom_bot_get", does: "Shows a custom bot with its readme", scope: "read" },
  { name: "custom_bot_schema", does: "Shows what a custom bot can be configured with", scope: "read" },
];
