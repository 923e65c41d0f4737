import type { Entry } from "./command.ts";

/** The command groups, in the order of the help. */
export const groups: Record<string, string> = {
  auth: "Sign in and out",
  "custom-bot": "Manage custom bots (named, versioned packages of code)",
  bot: "Manage bots (deployed instances of custom bots)",
  run: "Manage runs of scheduled bots",
  key: "Manage API keys",
  user: "Manage the users of the platform",
  network: "Manage what bots may connect to",
  secret: "Manage secrets, to which configs refer by name",
  store: "Move the records of a platform",
  mcp: "Connect AI assistants",
};

/** Every path that names a command: its own, then those of its aliases. */
export function pathsOf({ path, aliases = [] }: Entry): string[] {
  return [path, ...aliases.map((alias) => path.replace(/[^ ]+$/, alias))];
}

/** Every command. The module of a command is loaded only when the command is used. */
export const commands: readonly Entry[] = [
  { path: "serve", summary: "Run the platform on this machine", load: () => import("./commands/serve.ts") },
  {
    path: "dev",
    summary: "Run the bot in this folder, without a platform",
    load: () => import("./commands/dev.ts"),
  },
  {
    path: "apply",
    summary: "Make the platform what the files of a folder say",
    load: () => import("./commands/apply.ts"),
  },
  {
    path: "export",
    summary: "Write bots as files for platform apply",
    load: () => import("./commands/export.ts"),
  },
  { path: "auth login", summary: "Sign in", load: () => import("./commands/auth/login.ts") },
  {
    path: "auth status",
    summary: "Show the user, the platform and the key in use",
    load: () => import("./commands/auth/status.ts"),
  },
  {
    path: "auth logout",
    summary: "Remove the key of a platform from the profile",
    load: () => import("./commands/auth/logout.ts"),
  },
  {
    path: "custom-bot init",
    summary: "Create a custom bot from a template",
    load: () => import("./commands/custom-bot/init.ts"),
  },
  {
    path: "custom-bot validate",
    summary: "Check the custom bot in this folder",
    load: () => import("./commands/custom-bot/validate.ts"),
  },
  {
    path: "custom-bot deploy",
    summary: "Package and upload the custom bot in this folder",
    load: () => import("./commands/custom-bot/deploy.ts"),
  },
  {
    path: "custom-bot upgrade",
    summary: "Upgrade the SDK of a custom bot",
    load: () => import("./commands/custom-bot/upgrade.ts"),
  },
  {
    path: "custom-bot list",
    aliases: ["ls"],
    summary: "List custom bots",
    load: () => import("./commands/custom-bot/list.ts"),
  },
  {
    path: "custom-bot get",
    summary: "Show a custom bot and its versions",
    load: () => import("./commands/custom-bot/get.ts"),
  },
  {
    path: "custom-bot schema",
    summary: "Print the configuration schema of a custom bot",
    load: () => import("./commands/custom-bot/schema.ts"),
  },
  {
    path: "custom-bot delete",
    summary: "Delete a version that no bot uses",
    load: () => import("./commands/custom-bot/delete.ts"),
  },
  {
    path: "network show",
    summary: "Show what a bot may connect to and has connected to",
    load: () => import("./commands/network/show.ts"),
  },
  {
    path: "network observe",
    summary: "Print the list of hosts that a bot has used",
    load: () => import("./commands/network/observe.ts"),
  },
  {
    path: "network cut",
    summary: "Cut bots off from a host, or from everything",
    load: () => import("./commands/network/cut.ts"),
  },
  {
    path: "network restore",
    summary: "End what was cut",
    load: () => import("./commands/network/restore.ts"),
  },
  {
    path: "bot deploy",
    summary: "Create a bot from an instance configuration",
    load: () => import("./commands/bot/deploy.ts"),
  },
  { path: "bot list", aliases: ["ls"], summary: "List bots", load: () => import("./commands/bot/list.ts") },
  { path: "bot get", summary: "Show a bot", load: () => import("./commands/bot/get.ts") },
  {
    path: "bot update",
    summary: "Change a bot's version, schedule, name or config",
    load: () => import("./commands/bot/update.ts"),
  },
  {
    path: "bot revisions",
    summary: "List the changes of a bot's settings",
    load: () => import("./commands/bot/revisions.ts"),
  },
  {
    path: "bot rollback",
    summary: "Give a bot the settings of an earlier revision",
    load: () => import("./commands/bot/rollback.ts"),
  },
  {
    path: "bot start",
    summary: "Start a stopped or failed bot",
    load: () => import("./commands/bot/start.ts"),
  },
  {
    path: "bot stop",
    summary: "Stop a bot without deleting it",
    load: () => import("./commands/bot/stop.ts"),
  },
  {
    path: "bot restart",
    summary: "Restart a bot",
    load: () => import("./commands/bot/restart.ts"),
  },
  { path: "bot run", summary: "Run a scheduled bot now", load: () => import("./commands/bot/run.ts") },
  {
    path: "bot runs",
    summary: "List the runs of a scheduled bot",
    load: () => import("./commands/bot/runs.ts"),
  },
  {
    path: "bot logs",
    summary: "Show a bot's logs, or follow them with -w",
    load: () => import("./commands/bot/logs.ts"),
  },
  {
    path: "bot metrics",
    summary: "Show a bot's metrics, or follow them with -w",
    load: () => import("./commands/bot/metrics.ts"),
  },
  {
    path: "bot query",
    summary: "Send a read-only query to a bot",
    load: () => import("./commands/bot/query.ts"),
  },
  {
    path: "bot state",
    summary: "List a bot's state keys, or print one value",
    load: () => import("./commands/bot/state.ts"),
  },
  { path: "bot delete", summary: "Stop and delete a bot", load: () => import("./commands/bot/delete.ts") },
  {
    path: "run cancel",
    summary: "Cancel a queued or running run",
    load: () => import("./commands/run/cancel.ts"),
  },
  {
    path: "key create",
    summary: "Create an API key and print it once",
    load: () => import("./commands/key/create.ts"),
  },
  {
    path: "key list",
    aliases: ["ls"],
    summary: "List API keys, without their secrets",
    load: () => import("./commands/key/list.ts"),
  },
  { path: "key revoke", summary: "Revoke an API key", load: () => import("./commands/key/revoke.ts") },
  {
    path: "secret set",
    summary: "Set the value of a secret, which need not exist",
    load: () => import("./commands/secret/set.ts"),
  },
  {
    path: "secret rotate",
    summary: "Set a new value of a secret",
    load: () => import("./commands/secret/rotate.ts"),
  },
  {
    path: "secret apply",
    summary: "Restart the bots that run with an earlier value",
    load: () => import("./commands/secret/apply.ts"),
  },
  {
    path: "secret list",
    aliases: ["ls"],
    summary: "List secrets, without their values",
    load: () => import("./commands/secret/list.ts"),
  },
  {
    path: "secret show",
    summary: "Show a secret, without its value, and the bots that use it",
    load: () => import("./commands/secret/show.ts"),
  },
  { path: "secret delete", summary: "Delete a secret", load: () => import("./commands/secret/delete.ts") },
  {
    path: "backup",
    summary: "Write a backup of the platform on this machine",
    load: () => import("./commands/backup.ts"),
  },
  {
    path: "restore",
    summary: "Restore a backup into a new data folder",
    load: () => import("./commands/restore.ts"),
  },
  {
    path: "store copy",
    summary: "Copy the records of a platform to PostgreSQL, or back",
    load: () => import("./commands/store/copy.ts"),
  },
  { path: "user add", summary: "Add a user", load: () => import("./commands/user/add.ts") },
  {
    path: "user list",
    aliases: ["ls"],
    summary: "List users",
    load: () => import("./commands/user/list.ts"),
  },
  {
    path: "user show",
    summary: "Show what a user has of each quota",
    load: () => import("./commands/user/show.ts"),
  },
  {
    path: "user disable",
    summary: "End the access of a user",
    load: () => import("./commands/user/disable.ts"),
  },
  {
    path: "user enable",
    summary: "Give a disabled user access again",
    load: () => import("./commands/user/enable.ts"),
  },
  {
    path: "user link",
    summary: "Print a link that signs a user in once",
    load: () => import("./commands/user/link.ts"),
  },
  {
    path: "mcp install",
    summary: "Connect an AI assistant to the platform",
    load: () => import("./commands/mcp/install.ts"),
  },
  {
    path: "doctor",
    summary: "Check this machine, the sign-in and the platform",
    load: () => import("./commands/doctor.ts"),
  },
  {
    path: "version",
    summary: "Print the version of this command",
    load: () => import("./commands/version.ts"),
  },
  {
    path: "completion",
    summary: "Print the completion script for a shell",
    load: () => import("./commands/completion.ts"),
  },
];
