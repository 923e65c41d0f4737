import { once } from "node:events";
import { connect, type Socket } from "node:net";

const connectMs = 10_000;
const mostAddresses = 4;

/** Connects to the first of these addresses that accepts; `undefined` if none does within the time. */
export async function connectToOne(
  addresses: readonly string[],
  port: number,
  gone: AbortSignal,
): Promise<Socket | undefined> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(connectMs)]);
  for (const host of addresses.slice(0, mostAddresses)) {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true, keepAlive: true });
    try {
      await once(socket, "connect", { signal });
      return socket;
    } catch {
      socket.destroy();
      if (signal.aborted) return undefined;
    }
  }
  return undefined;
}
