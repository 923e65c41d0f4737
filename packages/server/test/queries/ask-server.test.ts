import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { askServer, type Question } from "../../src/queries/ask-server.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    if ("closeAllConnections" in server) (server.closeAllConnections as () => void)();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const dial = () => Promise.reject(new Error("The server is not in the network of a launch."));
const ask = async (port: number, changes: Partial<Question> = {}) => {
  const answer = await askServer({
    ...{
      address: { host: "127.0.0.1", port },
      dial,
      path: "/x",
      params: {},
      timeoutMs: 5_000,
      maxBytes: 1000,
    },
    ...changes,
  });
  return answer.kind === "answered" ? { ...answer, body: Buffer.from(answer.body).toString() } : answer;
};

const serve = (listener: RequestListener) => listen(createServer(listener));
/** Starts a server that answers every query with these bytes. */
const say = (bytes: string) =>
  listen(
    createTcpServer((socket: Socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.write(bytes));
    }),
  );
const json = (body: string, head = "200 OK", more = "") =>
  `HTTP/1.1 ${head}\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe("a query to a bot's query server", () => {
  it("has the headers of its trace, and none without one", async () => {
    const port = await serve((request, response) => {
      const { traceparent = null, tracestate = null } = request.headers;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify([traceparent, tracestate]));
    });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    expect(await ask(port, { trace: { traceparent, tracestate: "a=1" } })).toMatchObject({
      body: `["${traceparent}","a=1"]`,
    });
    expect(await ask(port, { trace: { traceparent } })).toMatchObject({ body: `["${traceparent}",null]` });
    expect(await ask(port)).toMatchObject({ body: "[null,null]" });
  });

  it("is a POST of the params to the path, and returns the bytes of the answer unchanged", async () => {
    const port = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
      response.end(JSON.stringify([request.method, request.url, request.headers["content-type"], body]));
    });
    expect(await ask(port, { path: "/a/b", params: { limit: 5 } })).toEqual({
      kind: "answered",
      status: 200,
      body: '["POST","/a/b","application/json","{\\"limit\\":5}"]',
    });
    const odd = ' {"n": 12345678901234567890, "n": 1.0} ';
    expect(await ask(await say(json(odd)))).toMatchObject({ status: 200, body: odd });
  });

  it.each([400, 404, 500])("may be answered with status %d", async (status) => {
    const port = await serve((_, response) => {
      response
        .writeHead(status, { "content-type": "application/json" })
        .end('{"status":"error","error":"m"}');
    });
    expect(await ask(port)).toEqual({ kind: "answered", status, body: '{"status":"error","error":"m"}' });
  });

  it("reuses the connection of the last one, unless a new connection is requested", async () => {
    let connections = 0;
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end("1");
    });
    server.on("connection", () => connections++);
    const port = await listen(server);
    for (let n = 0; n < 5; n++) await ask(port);
    expect(connections).toBe(1);
    expect(await ask(port, { onNewConnection: true })).toMatchObject({ kind: "answered" });
    expect(connections).toBe(2);
  });

  it("closes its connection if the answer is refused or not waited for", async () => {
    const html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\n1";
    const late = json("2");
    let open = 0;
    let opened = 0;
    const server = createTcpServer((socket) => {
      open++;
      const first = opened++ < 2 ? html : "";
      socket.on("error", () => {});
      socket.on("close", () => open--);
      socket.on("data", () => socket.write(first || (opened === 3 ? "HTTP/1.1 200 OK\r\n" : late)));
    });
    const port = await listen(server);
    for (const _ of [1, 2]) {
      expect(await ask(port)).toEqual({ kind: "broken", detail: expect.stringContaining("text/html") });
    }
    expect(await ask(port, { timeoutMs: 50 })).toEqual({ kind: "timed_out", afterMs: 50 });
    expect(await ask(port)).toMatchObject({ kind: "answered", body: "2" });
    expect(opened).toBe(4);
    await expect.poll(() => open).toBe(1);
  });

  it("is reset if its connection, new or reused, ends before an answer", async () => {
    for (const end of ["destroy", "resetAndDestroy"] as const) {
      const atOnce = createTcpServer((socket) => socket[end]());
      expect(await ask(await listen(atOnce))).toEqual({ kind: "reset" });
      const unheard = createTcpServer((socket) => socket.once("data", () => socket[end]()));
      expect(await ask(await listen(unheard))).toEqual({ kind: "reset" });
      let questions = 0;
      const second = createTcpServer((socket) => {
        socket.on("data", () => (questions++ === 0 ? socket.write(json("1")) : socket[end]()));
      });
      const port = await listen(second);
      expect(await ask(port)).toMatchObject({ kind: "answered" });
      expect(await ask(port)).toEqual({ kind: "reset" });
    }
  });

  it("is broken, not reset, once part of the answer was received", async () => {
    for (const bytes of ["H", "HTTP/1.1 200 OK\r\nContent-Ty", json('{"a":1}').slice(0, -2)]) {
      const port = await listen(
        createTcpServer((socket) => {
          socket.once("data", () => socket.end(bytes));
        }),
      );
      expect(await ask(port)).toMatchObject({ kind: "broken" });
    }
  });

  it("is refused if no process listens", async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    expect(await ask(port)).toEqual({ kind: "refused" });
  });

  it("times out before the answer or in the middle of it", async () => {
    const silent = await say("");
    expect(await ask(silent, { timeoutMs: 50 })).toEqual({ kind: "timed_out", afterMs: 50 });
    const slow = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(drip));
    });
    expect(await ask(slow, { timeoutMs: 60 })).toEqual({ kind: "timed_out", afterMs: 60 });
  });

  it("follows no redirect", async () => {
    let visited = 0;
    const elsewhere = await serve((_, response) => {
      visited++;
      response.end();
    });
    const location = `Location: http://127.0.0.1:${elsewhere}/\r\n`;
    for (const head of ["302 Found", "307 Temporary Redirect", "303 See Other"]) {
      expect(await ask(await say(json("{}", head, location)))).toMatchObject({ kind: "broken" });
    }
    expect(visited).toBe(0);
  });

  it.each([
    ["another status", json("{}", "204 No Content")],
    ["another content type", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}"],
    ["no content type", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"],
    ["a compressed body", json("{}", "200 OK", "Content-Encoding: gzip\r\n")],
    ["a body that is not JSON", json("{]")],
    ["an empty body", json("")],
    ["a body over the limit", json(`"${"x".repeat(2000)}"`)],
    [
      "a chunked body over the limit",
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${"3e8\r\n".concat(" ".repeat(1000), "\r\n").repeat(3)}`,
    ],
    ["two different lengths", json("{}", "200 OK", "Content-Length: 1\r\n")],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
    [
      "an offer to switch protocols",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    ],
    ["headers without end", `HTTP/1.1 200 OK\r\n${`X: ${"y".repeat(1000)}\r\n`.repeat(40)}`],
  ])("answered with %s is broken", async (_, bytes) => {
    expect(await ask(await say(bytes))).toEqual({ kind: "broken", detail: expect.stringMatching(/\.$/) });
  });
});
