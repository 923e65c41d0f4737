import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Exchange, SeenExchange } from "../../src/model.ts";
import { Exchanges } from "../../src/run/exchanges.ts";
import type { Process } from "../../src/run/process.ts";

const refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

test("a server that refuses bytes once the client stops sending has refused them", async () => {
  const seen = await talkWith((socket) => {
    socket.on("end", () => socket.end(refusal)).resume();
  });
  expect(seen).toMatchObject({ closed: true, problem: null, answers: [{ status: 400 }] });
});

test("a client that has its answer does not end the connection for the server", async () => {
  const order: string[] = [];
  const seen = await talkWith((socket) => {
    socket.once("data", () => socket.write(refusal));
    // Later than a client without an answer stops sending.
    const closing = setTimeout(() => {
      order.push("the server ends");
      socket.end();
    }, 1500);
    socket.on("end", () => {
      order.push("the client ends");
      clearTimeout(closing);
      socket.end();
    });
  });
  expect(seen).toMatchObject({ closed: true, problem: null, answers: [{ status: 400 }] });
  expect(order[0]).toBe("the server ends");
});

/** Sends bytes that are not HTTP to a server, and returns what came until the connection ended. */
async function talkWith(serve: (socket: Socket) => void): Promise<SeenExchange | undefined> {
  const server = createServer({ allowHalfOpen: true }, serve);
  onTestFinished(() => void server.close());
  const port = await new Promise<number>((listening) =>
    server.listen(0, "127.0.0.1", () => listening((server.address() as { port: number }).port)),
  );
  const running = { isOver: false, ended: new Promise<never>(() => {}) } as unknown as Process;
  const talk = new Exchanges("127.0.0.1", port, running, "/nowhere");
  const bytes: Exchange = {
    ...{ do: "raw", connection: "words", send: ["no line end"] },
    expect: { answers: [], closed: null, endsWith: true },
  };
  const [seen] = await talk.all([bytes]);
  await talk.close();
  return seen;
}
