import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { localPeer } from "../src/process.ts";

const linux = process.platform === "linux";

/** A connection from this process to itself. */
async function connection(
  listen: string,
  to: string,
): Promise<{ accepted: Socket; client: Socket } | undefined> {
  const server = createServer().listen(0, listen);
  const [event] = await Promise.race([
    once(server, "listening").then(() => ["listening"]),
    once(server, "error").then(() => ["error"]),
  ]);
  if (event === "error") return undefined;
  onTestFinished(() => void server.close());
  const client = connect((server.address() as { port: number }).port, to);
  const [accepted] = (await once(server, "connection")) as [Socket];
  onTestFinished(() => void client.destroy());
  onTestFinished(() => void accepted.destroy());
  return { accepted, client };
}

for (const [listen, to] of [
  ["127.0.0.1", "127.0.0.1"],
  ["0.0.0.0", "127.0.0.2"],
  ["127.0.0.1", "::ffff:127.0.0.1"],
  ["::", "127.0.0.1"],
  ["::1", "::1"],
] as const)
  test.skipIf(!linux)(
    `a connection to ${to} of a server on ${listen} is known to come from this user`,
    async ({ skip }) => {
      const made = await connection(listen, to);
      if (!made) return skip("this machine has no IPv6");
      expect(await localPeer(made.accepted)).toEqual({
        uid: process.getuid!(),
        mayBeBot: process.getuid!() !== 0,
      });
    },
  );

test.skipIf(!linux)("a connection whose client has closed it is known to come from nobody", async () => {
  const { accepted, client } = (await connection("127.0.0.1", "127.0.0.1"))!;
  const ends = { ...addresses(accepted) };
  client.destroy();
  accepted.resume();
  await once(accepted, "close");
  expect(await localPeer(ends)).toBeUndefined();
});

const addresses = ({ localAddress, localPort, remoteAddress, remotePort }: Socket) => ({
  ...{ localAddress, localPort, remoteAddress, remotePort },
});
