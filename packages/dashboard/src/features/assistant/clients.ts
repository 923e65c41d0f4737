/** The variable that has the key. Configurations refer to it and never contain the key. */
const keyVariable = "PLATFORM_API_KEY";
const header = (reference: string) => ({ "x-api-key": reference });

/** How an assistant is told about the tool server. */
interface Client {
  title: string;
  /** Where its configuration is; the middle of the path differs between operating systems. */
  file: string;
  /** Text of the file. */
  config(url: string): string;
  note?: string;
}

const json = (section: string, entry: unknown) =>
  `${JSON.stringify({ [section]: { botyard: entry } }, undefined, 2)}\n`;

/** The assistants by the word of `platform mcp install`, which writes the same. */
export const clients: Record<string, Client> = {
  "claude-code": {
    title: "Claude Code",
    file: ".mcp.json in the project",
    config: (url) => json("mcpServers", { type: "http", url, headers: header(`\${${keyVariable}}`) }),
  },
  "claude-desktop": {
    title: "Claude Desktop",
    file: "claude_desktop_config.json (Settings, Developer, Edit Config)",
    config: (url) =>
      json("mcpServers", {
        command: "npx",
        args: [
          ...["-y", "mcp-remote@0.15.1", url, "--header", `x-api-key:\${${keyVariable}}`],
          ...(needsPermission(url) ? ["--allow-http"] : []),
        ],
      }),
    note: "It reaches the platform through the npm package mcp-remote, which npx installs.",
  },
  cursor: {
    title: "Cursor",
    file: "~/.cursor/mcp.json",
    config: (url) => json("mcpServers", { url, headers: header(`\${env:${keyVariable}}`) }),
  },
  vscode: {
    title: "VS Code",
    file: ".vscode/mcp.json in the project",
    config: (url) => json("servers", { type: "http", url, headers: header(`\${env:${keyVariable}}`) }),
  },
  gemini: {
    title: "Gemini CLI",
    file: "~/.gemini/settings.json",
    config: (url) => json("mcpServers", { httpUrl: url, headers: header(`$${keyVariable}`) }),
  },
  codex: {
    title: "Codex",
    file: "~/.codex/config.toml",
    config: (url) =>
      `[mcp_servers.botyard]\nurl = ${JSON.stringify(url)}\nenv_http_headers = { "x-api-key" = "${keyVariable}" }\n`,
  },
};

/** For an assistant that is not in the list; most read this form. */
export const anyClient = (url: string): string =>
  json("mcpServers", { type: "http", url, headers: header(`\${${keyVariable}}`) });

/** mcp-remote sends a key without TLS only within this machine, unless it is told to. */
function needsPermission(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && hostname !== "localhost" && hostname !== "127.0.0.1";
}
