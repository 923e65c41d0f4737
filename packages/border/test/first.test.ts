import { once } from "node:events";
import { createServer } from "node:net";
import { connect } from "node:tls";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeFirst } from "../src/first/gate.ts";
import { readHello } from "../src/first/hello.ts";
import { readRequest } from "../src/first/request.ts";

/** Returns the first bytes that a TLS client sends. */
async function helloOf(options: object): Promise<Buffer> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as { port: number };
  const client = connect({ host: "127.0.0.1", port, ...options });
  client.on("error", () => {});
  const [socket] = await once(server, "connection");
  const [bytes] = await once(socket, "data");
  socket.destroy();
  client.destroy();
  server.close();
  return bytes;
}

const named = (name: string) => ({ kind: "named", name });

test("the name in the first message of a TLS client is read", async () => {
  expect(readHello(await helloOf({ servername: "api.kraken.com" }))).toEqual(named("api.kraken.com"));
  expect(readHello(await helloOf({ servername: "API.Kraken.com" }))).toEqual(named("api.kraken.com"));
  expect(readHello(await helloOf({ servername: "a.b", maxVersion: "TLSv1.2" }))).toEqual(named("a.b"));
  expect(readHello(await helloOf({}))).toEqual({ kind: "refused", reason: "no_server_name" });
});

test("a first message is read in whatever pieces it comes", async () => {
  const hello = await helloOf({ servername: "api.kraken.com" });
  for (let length = 0; length < hello.length; length++)
    expect(readHello(hello.subarray(0, length))).toEqual({ kind: "more" });
  // Divided over records, as some clients do.
  const body = hello.subarray(5);
  const records = [...body].flatMap((byte) => [22, 3, 1, 0, 1, byte]);
  expect(readHello(Buffer.from(records))).toEqual(named("api.kraken.com"));
});

test("a changed first message never has another name than the bytes of its extension say, and never throws", async () => {
  const hello = await helloOf({ servername: "api.kraken.com" });
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.nat(hello.length - 1), byte: fc.nat(255) }), { maxLength: 4 }),
      fc.nat(hello.length),
      (changes, length) => {
        const bytes = Buffer.from(hello);
        for (const { at, byte } of changes) bytes[at] = byte;
        const reading = readHello(bytes.subarray(0, length));
        if (reading.kind === "named") expect(bytes.toString("latin1").toLowerCase()).toContain(reading.name);
      },
    ),
    { numRuns: 20_000 },
  );
});

test("any bytes are read as a first message without an exception", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(443, 80, 8443), (bytes, port) => {
      judgeFirst(Buffer.from([22, 3, 1, ...bytes]), "a.b", port);
      judgeFirst(Buffer.from(bytes), "a.b", port);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ["GET / HTTP/1.1\r\nHost: api.kraken.com\r\n\r\n", named("api.kraken.com")],
  ["GET / HTTP/1.1\nhost:API.kraken.com:8080\n\n", named("api.kraken.com")],
  ["OPTIONS * HTTP/1.1\r\nHost: a.b\r\n\r\n", named("a.b")],
  ["GET http://a.b/x HTTP/1.1\r\nHost: a.b\r\n\r\n", named("a.b")],
  ["GET http://evil.test/x HTTP/1.1\r\nHost: a.b\r\n\r\n", { kind: "refused", reason: "other_host" }],
  ["CONNECT evil.test:443 HTTP/1.1\r\nHost: a.b\r\n\r\n", { kind: "refused", reason: "other_host" }],
  ["GET / HTTP/1.1\r\nHost: a.b\r\nHost: evil.test\r\n\r\n", { kind: "refused", reason: "no_host" }],
  ["GET / HTTP/1.1\r\nX: y\r\n\r\n", { kind: "refused", reason: "no_host" }],
  ["GET / HTTP/1.0\r\n\r\n", { kind: "refused", reason: "no_host" }],
  ["GET / HTTP/2.0\r\nHost: a.b\r\n\r\n", { kind: "refused", reason: "not_http" }],
  ["hello\r\n\r\n", { kind: "refused", reason: "not_http" }],
  ["GET / HTTP/1.1\r\nHost: a.b\r\n", { kind: "more" }],
  ["GE", { kind: "more" }],
  ["", { kind: "more" }],
])("the host of the request %j is read", (text, reading) => {
  expect(readRequest(Buffer.from(text))).toEqual(reading);
});

test("another protocol on a port of its own passes, also if it begins with a word in capitals", () => {
  const judge = (text: string) => judgeFirst(Buffer.from(text), "a.b", 4001);
  expect(judge("API\0\0\0\0\tv100..176")).toBe("pass");
  expect(judge("USER me\r\n")).toBe("pass");
  expect(judge("8=FIX.4.4\x019=")).toBe("pass");
  expect(judge("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n")).toBe("other_host");
  expect(judge("GET / HTTP/1.1\r\nHost: a.b:4001\r\n\r\n")).toBe("pass");
});
