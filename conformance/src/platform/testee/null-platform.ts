import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenPlatform, PlatformTestee } from "../model.ts";

interface Null {
  respond(response: ServerResponse, request: IncomingMessage): void;
  /** What its command line prints, and its exit code. */
  cli: { says: string; exit: number };
}

/** A complete problem document, so that a case cannot fail because of its form. */
const problem =
  (status: number, code: string, title: string): Null["respond"] =>
  (response, { url = "/" }) => {
    const instance = url.split("?")[0];
    const type = `urn:botyard:problem:${code}`;
    const body = { type, title, status, detail: title, instance, code, request_id: "req_1" };
    send(response, status, JSON.stringify(body), "application/problem+json");
  };

const page = "<!doctype html><title>Sign in</title>";

/** Platforms that do nothing; none of them may pass a case. */
const nulls: Record<string, Null> = {
  "null-empty": {
    respond: (response) => send(response, 200, "{}", "application/json"),
    cli: { says: "{}", exit: 0 },
  },
  "null-401": {
    respond: problem(401, "authentication_required", "Authentication required"),
    cli: { says: "", exit: 4 },
  },
  "null-404": { respond: problem(404, "not_found", "Not found"), cli: { says: "", exit: 5 } },
  "null-500": { respond: problem(500, "internal_error", "The platform failed"), cli: { says: "", exit: 1 } },
  "null-html": {
    respond: (response) => send(response, 200, page, "text/html"),
    cli: { says: page, exit: 0 },
  },
  "null-closed": { respond: (response) => response.destroy(), cli: { says: "", exit: 7 } },
};

export const nullPlatformNames = Object.keys(nulls);

/** Returns a null platform. Its users, keys and bots are invented, so that only the steps of a case can fail. */
export function nullPlatform(name: string): PlatformTestee {
  const { respond, cli } = nulls[name]!;
  return {
    name,
    lacks: {},
    knownFailures: [],
    async open(): Promise<OpenPlatform> {
      const server = createServer((request, response) => {
        request.resume();
        request.on("end", () => respond(response, request));
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const open: OpenPlatform = {
        ...{ baseUrl, directUrl: baseUrl, adminKey: null, isKept: false, lacks: {} },
        withSettings: async () => ({ ...open, close: async () => {} }),
        cli: ["sh", "-c", `printf %s '${cli.says}'; exit ${cli.exit}`, "sh"],
        async close() {
          server.closeAllConnections();
          server.close();
          await once(server, "close");
        },
      };
      return open;
    },
  };
}

function send(response: ServerResponse, status: number, body: string, type: string): void {
  const headers = {
    "content-type": type,
    "x-request-id": "req_1",
    "cache-control": "no-store",
    "www-authenticate": "ApiKey",
  };
  response.writeHead(status, headers).end(body);
}
