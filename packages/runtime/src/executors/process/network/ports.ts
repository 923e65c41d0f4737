import { connect, createServer } from "node:net";
import type { Address, LaunchSpec } from "../../../executor.ts";

/** Only this machine needs to reach query servers. */
const host = "127.0.0.1";

/** In a network of its own every port is free that no local service has. */
const firstOwnPort = 7800;

/** Returns where a query server is told to listen. */
export async function listenAddress({ id, listen, network }: LaunchSpec): Promise<Address> {
  if (listen || !network) return listen ?? freeAddress();
  const taken = new Set(network.policy.local.map(({ port }) => port));
  let port = firstOwnPort;
  while (taken.has(port)) port++;
  return { host, port, launch: id };
}

/** Returns an address that is free at this moment. */
export function freeAddress(): Promise<Address> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address
          ? resolve({ host, port: address.port })
          : reject(new Error("no port")),
      );
    });
  });
}

/** Returns true if any process accepts connections on this address. */
export function isOpen(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
  });
}
