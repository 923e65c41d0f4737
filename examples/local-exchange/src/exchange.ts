import { createServer, type IncomingMessage, type Server } from "node:http";
import { Account, Refusal } from "./account.ts";
import { privateMethods } from "./private.ts";
import { publicMethods } from "./public.ts";
import { type Credentials, signatures } from "./signature.ts";

export interface ExchangeParts {
  credentials: Credentials;
  /** Balances at the beginning, by names of assets. */
  balances: Record<string, number>;
  /** Time in milliseconds (default: that of the machine). */
  now?: () => number;
}

/** The most bytes of a request's body. */
const mostBytes = 64 * 1024;

/** Creates the HTTP server of the exchange, which does not listen yet. README.md describes its methods. */
export function createExchange({ credentials, balances, now = Date.now }: ExchangeParts): Server {
  const account = new Account(balances, now);
  const check = signatures(credentials);

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const [path = "", search = ""] = (request.url ?? "").split("?", 2);
    const [, kind, name = ""] = /^\/0\/(public|private)\/(\w+)$/.exec(path) ?? [];
    if (kind === "public" && Object.hasOwn(publicMethods, name))
      return publicMethods[name]!(new URLSearchParams(search), now());
    if (kind !== "private" || request.method !== "POST" || !Object.hasOwn(privateMethods, name))
      throw new Refusal("EGeneral:Unknown method");
    const body = await bodyOf(request);
    check(path, request.headers, body);
    account.fill();
    return privateMethods[name]!(new URLSearchParams(body), account);
  };

  return createServer(async (request, response) => {
    const body = await answer(request).then(
      (result) => ({ error: [], result }),
      (error: Error) => ({ error: [error instanceof Refusal ? error.message : "EGeneral:Internal error"] }),
    );
    const text = JSON.stringify(body);
    // Like Kraken, with status 200 also for errors.
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
    });
    response.end(text);
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Refusal("EGeneral:Invalid arguments");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
