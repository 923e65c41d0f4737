import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Link } from "../../src/store/postgres/link.ts";

test.each(["TCP", "a Unix socket"])("a connection by %s on which no answer comes is closed", async (kind) => {
  const dir = mkdtempSync(join(tmpdir(), "botyard-link-"));
  // Its own ends are reset, too.
  const server = createServer((end) => end.on("error", () => {})).listen(
    kind === "TCP" ? 0 : join(dir, "socket"),
  );
  try {
    await once(server, "listening");
    const stream =
      kind === "TCP" ? connect((server.address() as AddressInfo).port) : connect(join(dir, "socket"));
    await once(stream, "connect");
    const closed = once(stream, "close");
    // Nothing listens there.
    const link = new Link(undefined as never, { host: "127.0.0.1", port: 1 });
    const statement = () => closed.then(() => Promise.reject(new Error("Connection terminated")));
    await expect(link.ask({ connection: { stream } } as never, statement, 50)).rejects.toThrow(
      "Connection terminated",
    );
  } finally {
    server.close();
    rmSync(dir, { recursive: true });
  }
});
