import { readFileSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect, type Socket } from "node:net";
import { extname, join } from "node:path";
import type { MockPlatform } from "@botyard/mock-server";
import { dashboard } from "../../index.js";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export interface Front {
  url: string;
  /** Ends all connections and refuses new ones, as a platform that was killed. */
  leave(): Promise<void>;
  /** Listens again. */
  comeBack(): Promise<void>;
}

/** Serves the dashboard in front of a mock platform, as a user who is signed in with its key. */
export async function openFront(mock: MockPlatform, key = mock.key): Promise<Front> {
  const target = new URL(mock.url);
  const server = createServer((incoming, answer) => {
    const path = incoming.url!.split("?")[0]!;
    // A page of the platform itself, from which the dashboard does not lead anywhere.
    if (path === "/sign-in") {
      answer.writeHead(200, { "content-type": types[".html"] });
      return void answer.end("<!doctype html><title>Sign in</title><h1>Sign in</h1>");
    }
    if (!path.startsWith("/api/") && path !== "/healthz" && path !== "/readyz") {
      const file = join(dashboard.folder, path);
      const found = path !== "/" && statSync(file, { throwIfNoEntry: false })?.isFile();
      const sent = found ? file : join(dashboard.folder, "index.html");
      answer.writeHead(200, {
        "content-type": types[extname(sent)] ?? "application/octet-stream",
        // As the platform does: their names have a hash.
        ...(found &&
          path.startsWith("/assets/") && { "cache-control": "public, max-age=31536000, immutable" }),
      });
      answer.end(readFileSync(sent));
      return;
    }
    const headers = { ...incoming.headers, host: target.host, authorization: `ApiKey ${key}` };
    const passed = request(
      new URL(incoming.url!, target),
      { method: incoming.method, headers },
      (response) => {
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    incoming.pipe(passed);
  });
  server.on("upgrade", (incoming, socket) => {
    const passed = connect(Number(target.port), target.hostname, () => {
      const headers = Object.entries(incoming.headers).filter(
        ([name]) => name !== "host" && name !== "origin",
      );
      const lines = [`GET ${incoming.url} HTTP/1.1`, `host: ${target.host}`, `authorization: ApiKey ${key}`];
      for (const [name, value] of headers) lines.push(`${name}: ${value}`);
      passed.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.pipe(passed).pipe(socket);
    });
    const end = () => {
      passed.destroy();
      socket.destroy();
    };
    passed.on("error", end).on("close", end);
    socket.on("error", end).on("close", end);
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    leave: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    comeBack: () => listen(port),
  };
}
