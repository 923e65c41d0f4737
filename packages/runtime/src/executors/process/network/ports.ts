import { connect, createServer } from "node:net";
import type { Address } from "../../../executor.ts";

/** Bots share the network of the machine, and only this machine needs to reach their query servers. */
const host = "127.0.0.1";

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
