import { errors } from "../../src/errors.ts";
import { ask, json } from "../mcp/raw.ts";
import type { Door, OperationName } from "./door.ts";

const tools: { [Name in OperationName]?: string } = {
  getAuthStatus: "auth_status",
  listBots: "bot_list",
  getBot: "bot_get",
  createBot: "bot_deploy",
  patchBot: "bot_update",
  deleteBot: "bot_delete",
  listLogs: "logs_get",
  summarizeLogs: "logs_summary",
  listCustomBots: "custom_bot_list",
  getCustomBot: "custom_bot_get",
  getCustomBotSchema: "custom_bot_schema",
};

/** The operations by the tool server. */
export function mcpDoor(url: () => string): Door {
  return {
    name: "the tool server",
    operations: Object.keys(tools) as OperationName[],
    async call(client, operation, input) {
      const answer = await ask(url(), {
        headers: { ...json, "x-api-key": client.key },
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: tools[operation], arguments: input },
        },
      });
      const { date, "x-request-id": _, ratelimit, ...headers } = answer.headers;
      const meta = answer.json.result?._meta ?? {};
      const code = meta["botyard/code"] as keyof typeof errors | undefined;
      return {
        // A refused call is a result; its code has the status that REST answers with.
        status: code === undefined ? answer.status : errors[code].status,
        headers: headers as Record<string, string>,
        body: answer.text.replaceAll(String(meta["botyard/request_id"]), ""),
      };
    },
  };
}
