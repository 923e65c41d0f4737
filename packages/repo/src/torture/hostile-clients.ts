import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { WebSocket } from "ws";
import { Arena, mib, type Tortured } from "./arena.ts";

const pieces = Buffer.alloc(mib);

/** What a client does to the platform with the key of one user, or without one, by a sentence about it. */
const attacks: Record<string, (arena: Arena, kept: Socket[]) => Promise<void>> = {
  "200 stalled uploads of 16 MB": (arena, kept) => stalled(arena, kept, 200, "/api/v1/custom-bots"),
  "200 stalled bodies of JSON": (arena, kept) =>
    stalled(arena, kept, 200, "/api/v1/bots", "application/json"),
  async "1,200 connections that say nothing"({ platform }, kept) {
    for (let n = 0; n < 1200; n++) kept.push(quiet(connect(platform.port, "127.0.0.1")));
  },
  async "200 requests that read no answer"({ platform, mallory }, kept) {
    for (let n = 0; n < 200; n++) {
      const socket = quiet(connect(platform.port, "127.0.0.1"));
      kept.push(socket.pause());
      for (let m = 0; m < 50; m++) socket.write(head("GET", "/openapi.json", mallory));
    }
  },
  async "1,100 streams of one user"({ platform, mallory }) {
    const url = `${platform.url.replace("http", "ws")}/api/v1/stream`;
    for (let n = 0; n < 1100; n++) new WebSocket(url, { headers: mallory }).on("error", () => {});
  },
};

/** Attacks a platform as a client. */
export const withClients = (seconds: number): Promise<Tortured> =>
  Arena.run(seconds, async (arena) => {
    for (const [what, begin] of Object.entries(attacks)) {
      const kept: Socket[] = [];
      try {
        await arena.attack(what, () => begin(arena, kept));
      } finally {
        for (const socket of kept) socket.destroy();
      }
    }
  });

async function stalled(
  { platform, mallory }: Arena,
  kept: Socket[],
  count: number,
  path: string,
  type = "application/gzip",
): Promise<void> {
  const headers = { ...mallory, "Content-Type": type, "Content-Length": `${16 * mib}` };
  for (let n = 0; n < count; n++) {
    const socket = quiet(connect(platform.port, "127.0.0.1"));
    kept.push(socket);
    socket.write(head("POST", path, headers));
    // All but the last piece, unless the platform reads no more.
    for (let m = 0; m < 15 && socket.writable; m++) if (!socket.write(pieces)) await drained(socket);
  }
}

/** Waits until the platform has read, or for a moment if it does not. */
const drained = (socket: Socket) =>
  once(socket, "drain", { signal: AbortSignal.timeout(50) }).catch(() => undefined);

const quiet = (socket: Socket): Socket => socket.on("error", () => {});

const head = (method: string, path: string, headers: Record<string, string>): string =>
  [`${method} ${path} HTTP/1.1`, "Host: platform", ...Object.entries(headers).map((pair) => pair.join(": "))]
    .join("\r\n")
    .concat("\r\n\r\n");
