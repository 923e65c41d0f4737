import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpClient } from "../run/http.ts";
import { askedOf } from "./asked.ts";
import { Answered, type Around, type Asked, type Mistakes } from "./mutant.ts";
import { relay } from "./relay.ts";

export interface Proxy {
  url: string;
  close(): Promise<void>;
}

/** Starts a proxy in front of a platform that changes requests and answers as the mutant says. */
export async function startProxy(target: string, mutant: Mistakes, keys: Around["keys"]): Promise<Proxy> {
  const client = new HttpClient();
  const memory = new Map<string, unknown>();
  const aroundOf = (request: IncomingMessage): Around => {
    const from = request.socket.remoteAddress;
    return { memory, keys, send: (one) => forward(client, target, one, from) };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await askedOf(request);
    const around = aroundOf(request);
    await mutant.ask?.(asked, around);
    const answered = await around.send(asked);
    await mutant.answer?.(asked, answered, around);
    const { "content-length": _, "transfer-encoding": __, connection: ___, ...headers } = answered.headers;
    const isEmpty = answered.status === 204 || answered.status === 304 || request.method === "HEAD";
    response.writeHead(
      answered.status,
      isEmpty ? headers : { ...headers, "content-length": answered.body.length },
    );
    response.end(isEmpty ? undefined : answered.body);
  };
  const server = createServer((request, response) => {
    // An answer that cannot be changed is a broken connection, which the case reports.
    handle(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  const sockets = relay(server, target, mutant, aroundOf);
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      sockets.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      client.close();
    },
  };
}

async function forward(
  client: HttpClient,
  target: string,
  { method, path, query, headers, body }: Asked,
  from: string | undefined,
): Promise<Answered> {
  const search = query.size > 0 ? `?${query}` : "";
  const hasBody = body.length > 0 || !["GET", "HEAD", "DELETE"].includes(method);
  const got = await client.send({
    method,
    url: `${target}${path}${search}`,
    headers,
    body: hasBody ? body : null,
    ...(from === undefined ? {} : { from }),
  });
  if (got.problem !== null) throw new Error(got.problem);
  return new Answered(got.status, got.headers, got.body);
}
