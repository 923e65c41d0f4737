import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Exchange } from "../../src/model.ts";
import { Exchanges } from "../../src/run/exchanges.ts";
import type { Process } from "../../src/run/process.ts";

const refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

test("a server that refuses bytes once the client stops sending has refused them", async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("end", () => socket.end(refusal)).resume();
  });
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
  expect(seen).toMatchObject({ closed: true, problem: null, answers: [{ status: 400 }] });
});
