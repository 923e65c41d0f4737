import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../../repo/src/drive/platform.ts";
import { afterThisTest } from "../platform.ts";
import { encoded, password, refused } from "./with-database.ts";

test("a database URL that is malformed is refused without its text", async () => {
  for (const url of [
    `postgres://bot:${password}@127.0.0.1/records`,
    "postgres://bot:planted%E0%A4@127.0.0.1/records",
  ])
    expect(await refused(url)).toMatch(
      /^error: PLATFORM_DATABASE_URL is not the URL of a PostgreSQL database\. Use postgres:\/\//,
    );
});

test("a number of connections that is out of range is refused with the range", async () => {
  for (const connections of ["1", "1001", "ten"])
    expect(
      await refused(`postgres://bot:${encoded}@127.0.0.1/records`, {
        PLATFORM_DATABASE_CONNECTIONS: connections,
      }),
    ).toContain(
      `PLATFORM_DATABASE_CONNECTIONS is "${connections}"; it must be a number (connections), 2 to 1000.`,
    );
});

test("a host that is not known, and a port at which nothing listens, are named", async () => {
  expect(await refused(`postgres://bot:${encoded}@none.invalid/records`)).toMatch(
    /The host none\.invalid is not known: .*Check the host/,
  );
  const port = await freePort();
  expect(await refused(`postgres://bot:${encoded}@127.0.0.1:${port}/records`)).toMatch(
    new RegExp(`The server 127.0.0.1:${port} cannot be reached: .*ECONNREFUSED.*Check that it runs`),
  );
  expect(await refused(`postgres://bot:${encoded}@%2Fnowhere/records`)).toMatch(
    /The server \/nowhere:5432 cannot be reached: .*ENOENT.*Check that it runs/,
  );
});

test("a file of a certificate that cannot be read is named", async () => {
  expect(
    await refused(`postgres://bot:${encoded}@127.0.0.1/records?sslmode=verify-full&sslrootcert=/none.crt`),
  ).toMatch(
    /The file \/none\.crt, which the URL of the database names, cannot be read \(ENOENT\)\. Check sslrootcert/,
  );
});

test("a server that accepts connections and says nothing is given up", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  afterThisTest(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await refused(`postgres://bot:${encoded}@127.0.0.1:${port}/records`)).toMatch(/cannot be reached: /);
});

test("a server that is too old is refused by its version", async () => {
  const server = await serverOf("9.6.24", 90_624);
  afterThisTest(() => server.close());
  const { port } = server.address() as AddressInfo;
  expect(await refused(`postgres://bot:${encoded}@127.0.0.1:${port}/records`)).toMatch(
    /The server has PostgreSQL 9\.6\.24\. Use version 14 or a newer one\./,
  );
});

/** A server that says only which version it has. Older ones are not packaged any more. */
async function serverOf(version: string, number: number): Promise<Server> {
  const message = (kind: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const int = (bytes: number, value: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeIntBE(value, 0, bytes);
    return buffer;
  };
  const text = (value: string) => Buffer.from(`${value}\0`);
  const idle = message("Z", Buffer.from("I"));
  const row = {
    ...{ number: String(number), version, encoding: "UTF8", is_standby: "f", is_read_only: "f" },
    ...{ database: "records", user: "bot", can_create: "t" },
  };
  const types: Record<string, number> = { number: 23, is_standby: 16, is_read_only: 16, can_create: 16 };
  const fields = Object.keys(row).map((name) =>
    Buffer.concat([
      text(name),
      int(4, 0),
      int(2, 0),
      int(4, types[name] ?? 25),
      int(2, -1),
      int(4, -1),
      int(2, 0),
    ]),
  );
  const values = Object.values(row).map((value) => Buffer.concat([int(4, value.length), Buffer.from(value)]));
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      if (data[0] === 0) socket.write(Buffer.concat([message("R", int(4, 0)), idle]));
      else if (data[0] === "Q".charCodeAt(0))
        socket.write(
          Buffer.concat([
            message("T", int(2, fields.length), ...fields),
            message("D", int(2, values.length), ...values),
            message("C", text("SELECT 1")),
            idle,
          ]),
        );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
