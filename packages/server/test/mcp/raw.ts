import { request } from "node:http";

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes.
  json: any;
}

export interface RawAsk {
  method?: string;
  path?: string;
  /** Replaces all default headers except the length. */
  headers?: Record<string, string | string[]>;
  body?: unknown;
  raw?: string | Buffer;
}

/** Sends one HTTP request exactly as given: `fetch` would add headers and correct others. */
export function ask(
  url: string,
  { method = "POST", path = "/mcp", headers = {}, body, raw }: RawAsk,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const content = raw ?? (body === undefined ? "" : JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { "content-length": Buffer.byteLength(content), ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () => {
          const json = /json/.test(String(answer.headers["content-type"])) ? JSON.parse(text) : undefined;
          resolve({ status: answer.statusCode!, headers: answer.headers, text, json });
        });
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(content);
  });
}

export const json = { "content-type": "application/json" };

/** A client of the tool server that sends bare JSON-RPC, as the curl command of the documentation does. */
export function bareClient(url: string, key: string) {
  let id = 0;
  const rpc = async (method: string, params?: unknown) => {
    const body = { jsonrpc: "2.0", id: ++id, method, ...(params !== undefined && { params }) };
    return ask(url, { headers: { ...json, "x-api-key": key }, body });
  };
  return {
    rpc,
    async call(name: string, args: object = {}) {
      const { status, json: found, text } = await rpc("tools/call", { name, arguments: args });
      if (status !== 200 || found.result === undefined) throw new Error(`${name} answered ${status} ${text}`);
      return found.result as ToolResult;
    },
  };
}

export interface ToolResult {
  content: { type: "text"; text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape.
  structuredContent?: any;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}
