import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { afterThisTest, platform } from "./platform.ts";

/** Starts a proxy that connects every host to one local port and records the hosts. */
async function proxyTo(port: number) {
  const asked: string[] = [];
  const server = createServer();
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    asked.push(request.url!);
    const target = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => server.closeAllConnections() ?? server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a proxy from the environment is used for other machines and not for this one", async () => {
  const { mock } = await mocked();
  const port = Number(new URL(mock.url).port);
  const proxy = await proxyTo(port);
  const list = (url: string) =>
    platform(["bot", "list"], {
      env: { HTTP_PROXY: proxy.url, PLATFORM_API_URL: url, PLATFORM_API_KEY: mock.key },
    });
  expect(await list("http://bots.invalid:7070")).toMatchObject({ code: 0 });
  expect(proxy.asked).toEqual(["bots.invalid:7070"]);
  expect(await list(mock.url)).toMatchObject({ code: 0 });
  expect(proxy.asked).toHaveLength(1);
  expect(mock.requests).toHaveLength(2);
});
