import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Passes requests on to a platform with the key added, for a program that cannot send one. */
export async function keyProxy(
  platform: string,
  key: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(platform);
  const server = createServer((from, to) => {
    const headers = { ...from.headers, "x-api-key": key };
    const passed = request({ hostname, port, method: from.method, path: from.url, headers }, (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    });
    passed.on("error", () => to.destroy());
    from.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
