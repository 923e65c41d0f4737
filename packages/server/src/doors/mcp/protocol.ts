import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { withoutKeys } from "../../keys/key.ts";
import type { Call } from "../../operations/operation.ts";
import { callTool, type ToolParts } from "./call.ts";
import { instructions } from "./instructions.ts";
import { definitions, tools } from "./tools/index.ts";

/** The list of tools is the same for everybody and changes only with the platform's version. */
const cached = { ttlMs: 300_000, cacheScope: "public" } as const;

/** A JSON-RPC request or notification. */
export interface Message {
  method: string;
  params?: { name?: unknown; arguments?: unknown } | null;
}

/** One message to the tool server. */
export interface Exchange {
  call: Call;
  requestId: string;
  /** The request's own headers. */
  headers: Record<string, string | string[] | undefined>;
  message: Message;
}

/**
 * Answers one message in the revision of the protocol that it is written in. Nothing is kept between messages: each has a
 * server of its own.
 */
export async function answer(
  parts: ToolParts,
  { call, requestId, headers, message }: Exchange,
): Promise<Response> {
  const make = () => serverOf(parts, call, requestId);
  const request = requestOf(headers, call.gone);
  if (!(await isLegacyRequest(request, message))) {
    return createMcpHandler(make, { legacy: "reject" }).fetch(request, { parsedBody: message });
  }
  // Earlier revisions refuse clients that do not accept both types, which a plain POST does not.
  request.headers.set("accept", "application/json, text/event-stream");
  const server = make();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** What a message counts as in the rate limits. */
export function kindOf({ method, params }: Message): "read" | "write" {
  const name = method === "tools/call" ? params?.name : undefined;
  return (typeof name === "string" && tools.get(name)?.operation.kind) || "read";
}

function serverOf(parts: ToolParts, call: Call, requestId: string): Server {
  const server = new Server(
    { name: "botyard", title: "Botyard", version: parts.version },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { "tools/list": cached, "server/discover": cached },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: definitions }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const { name } = params;
    if (!tools.has(name)) {
      const known = [...tools.keys()].join(", ");
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Tool ${withoutKeys(name)} not found. The tools are ${known}.`,
      );
    }
    return callTool(parts, call, requestId, name, params.arguments);
  });
  return server;
}

/** The request as the library reads it; the body is passed beside it. */
function requestOf(given: Exchange["headers"], signal: AbortSignal): Request {
  const headers = new Headers();
  for (const name of ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]) {
    const value = given[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return new Request("http://platform/mcp", { method: "POST", headers, signal });
}
