import { createServer } from "node:net";

/**
 * Returns a free port, or `wanted` if it is not 0 and is free.
 *
 * @throws {Error} the system error, if the wanted port cannot be used
 */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : wanted));
    });
  });
}
