import { Agent, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

/** A request as it goes out. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** Address to send from, where the platform is on this machine. */
  from?: string;
}

/** What came back; `problem` if no complete answer did. */
export interface Incoming {
  status: number;
  /** By lower-case name; several of one name are joined with commas. */
  headers: Record<string, string>;
  body: Buffer;
  /** Milliseconds until the end of the body. */
  elapsed: number;
  problem: string | null;
}

/** An answer within this time is owed to every request. */
const limitMs = 30_000;

/** Whether the platform is on this machine, which has every address of 127.0.0.0/8. */
export const isHere = (url: string): boolean => /^http:\/\/127\.0\.0\.1[:/]/.test(url);

/** Sends requests over connections that are kept open. */
export class HttpClient {
  readonly #agents = [
    new Agent({ keepAlive: true, maxSockets: 64 }),
    new SecureAgent({ keepAlive: true }),
  ] as const;

  /** Never rejects: what went wrong is in `problem`. */
  send({ method, url, headers, body, from }: Outgoing): Promise<Incoming> {
    const began = performance.now();
    const isSecure = url.startsWith("https:");
    return new Promise((resolve) => {
      const fail = (problem: string) =>
        resolve({
          status: 0,
          headers: {},
          body: Buffer.alloc(0),
          elapsed: performance.now() - began,
          problem,
        });
      const outgoing = (isSecure ? secureRequest : request)(
        url,
        {
          method,
          headers: body ? { ...headers, "content-length": body.length } : headers,
          // A connection that was to be upgraded carries no other request.
          agent: headers.upgrade === undefined ? this.#agents[isSecure ? 1 : 0] : false,
          ...(from !== undefined && isHere(url) ? { localAddress: from } : {}),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", (error) => fail(`the answer was cut off: ${error.message}`));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
              body: Buffer.concat(chunks),
              elapsed: performance.now() - began,
              problem: response.complete ? null : "the answer was cut off",
            }),
          );
        },
      );
      outgoing.setTimeout(limitMs, () => outgoing.destroy(new Error(`no answer within ${limitMs / 1000} s`)));
      outgoing.on("upgrade", (_, socket) => {
        socket.destroy();
        fail("the connection was upgraded to another protocol");
      });
      outgoing.on("error", (error) => fail(`no answer: ${error.message}`));
      outgoing.end(body ?? undefined);
    });
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }
}
