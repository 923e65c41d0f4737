import type { Door, Input, OperationName } from "./door.ts";

/** The tool of each operation, and its arguments; `undefined` if the tool cannot be asked this. */
const tools: { [Name in OperationName]?: [string, (input: Input) => Input | undefined] } = {
  getAuthStatus: ["auth_status", () => ({})],
  listBots: ["bot_list", ({ user }) => (user === undefined ? {} : undefined)],
  getBot: ["bot_get", ({ bot_id }) => ({ bot_id })],
  createBot: ["bot_deploy", ({ config }) => ({ config })],
  patchBot: ["bot_update", ({ bot_id }) => ({ bot_id, config: { limit: 1 } })],
  deleteBot: ["bot_delete", ({ bot_id }) => ({ bot_id })],
  listLogs: ["logs_get", ({ bot_id }) => ({ bot_id })],
  summarizeLogs: ["logs_summary", ({ bot_id }) => ({ bot_id })],
  listCustomBots: ["custom_bot_list", () => ({})],
  getCustomBot: ["custom_bot_get", ({ name }) => ({ name })],
  getCustomBotSchema: ["custom_bot_schema", ({ name, version }) => ({ name, version })],
};

/** The tool server, called with a bare JSON-RPC request. */
export function toolDoor(): Door {
  return {
    name: "the tool server",
    operations: Object.keys(tools) as OperationName[],
    takes: (operation, input) => tools[operation]?.[1](input) !== undefined,
    async call(client, operation, input) {
      const [name, argumentsOf] = tools[operation]!;
      const response = await fetch(`${client.url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": client.key },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: argumentsOf(input) },
        }),
      });
      const body = await response.text();
      const { result } = JSON.parse(body) as { result?: { isError?: boolean } };
      const headers = [...response.headers].filter(([header]) => !perAnswer.includes(header));
      return {
        status: response.status,
        headers: Object.fromEntries(headers),
        body: body.replace(/"botyard\/request_id":"[^"]*"/, ""),
        refused: result?.isError === true,
      };
    },
  };
}

/** Headers that differ between any two answers. */
const perAnswer = ["date", "x-request-id", "ratelimit"];
