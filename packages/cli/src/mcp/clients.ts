import { homedir } from "node:os";
import { join } from "node:path";
import type { Context } from "../context.ts";

/** The variable that has the key. Configurations refer to it and never contain the key. */
export const keyVariable = "PLATFORM_API_KEY";

/** An assistant that can use the tool server. */
export interface AssistantClient {
  title: string;
  /** Its configuration file, and how it is written. */
  file(context: Pick<Context, "env" | "cwd">): string;
  format: "json" | "toml";
  /** Whether the client accepts comments in JSON. */
  comments?: true;
  /** Where the file has its servers. */
  section: string;
  /** The entry for a tool server. */
  entry(url: string): Record<string, unknown>;
  /** What to know, one sentence. */
  note?: string;
}

const home = ({ env }: Pick<Context, "env">) => env.HOME ?? env.USERPROFILE ?? homedir();
const header = (reference: string) => ({ "x-api-key": reference });

/** The clients by the word of the command line. */
export const assistantClients: Record<string, AssistantClient> = {
  "claude-code": {
    title: "Claude Code",
    file: ({ cwd }) => join(cwd, ".mcp.json"),
    format: "json",
    section: "mcpServers",
    entry: (url) => ({ type: "http", url, headers: header(`\${${keyVariable}}`) }),
  },
  "claude-desktop": {
    title: "Claude Desktop",
    file: (context) => join(desktopFolder(context), "claude_desktop_config.json"),
    format: "json",
    section: "mcpServers",
    entry: (url) => ({
      command: "npx",
      args: [
        ...["-y", "mcp-remote@0.15.1", url, "--header", `x-api-key:\${${keyVariable}}`],
        ...(needsPermission(url) ? ["--allow-http"] : []),
      ],
    }),
    note: "Claude Desktop reaches the platform through the npm package mcp-remote, which npx installs.",
  },
  cursor: {
    title: "Cursor",
    file: (context) => join(home(context), ".cursor", "mcp.json"),
    format: "json",
    section: "mcpServers",
    entry: (url) => ({ url, headers: header(`\${env:${keyVariable}}`) }),
  },
  vscode: {
    title: "VS Code",
    file: ({ cwd }) => join(cwd, ".vscode", "mcp.json"),
    format: "json",
    comments: true,
    section: "servers",
    entry: (url) => ({ type: "http", url, headers: header(`\${env:${keyVariable}}`) }),
  },
  gemini: {
    title: "Gemini CLI",
    file: (context) => join(home(context), ".gemini", "settings.json"),
    format: "json",
    comments: true,
    section: "mcpServers",
    entry: (url) => ({ httpUrl: url, headers: header(`$${keyVariable}`) }),
  },
  codex: {
    title: "Codex",
    file: (context) => join(context.env.CODEX_HOME ?? join(home(context), ".codex"), "config.toml"),
    format: "toml",
    section: "mcp_servers",
    entry: (url) => ({ url, env_http_headers: header(keyVariable) }),
  },
};

/** mcp-remote sends a key without TLS only within this machine, unless it is told to. */
function needsPermission(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && hostname !== "localhost" && hostname !== "127.0.0.1";
}

function desktopFolder({ env }: Pick<Context, "env">): string {
  if (process.platform === "win32")
    return join(env.APPDATA ?? join(home({ env }), "AppData", "Roaming"), "Claude");
  if (process.platform === "darwin") return join(home({ env }), "Library", "Application Support", "Claude");
  return join(env.XDG_CONFIG_HOME ?? join(home({ env }), ".config"), "Claude");
}
