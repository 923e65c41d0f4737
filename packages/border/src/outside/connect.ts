import { once } from "node:events";
import { connect, type Socket } from "node:net";

const connectMs = 10_000;
const mostAddresses = 4;

/** All connections to hosts are read into this one, so that those with nothing to read keep no memory. */
const received = Buffer.alloc(64 << 10);

/**
 * Connects to the first of these addresses that accepts; `undefined` if none does within the time.
 * @param pass gets what is received; the bytes are another connection's once it returns
 */
export async function connectToOne(
  addresses: readonly string[],
  port: number,
  gone: AbortSignal,
  pass: (bytes: Uint8Array, from: Socket) => void,
): Promise<Socket | undefined> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(connectMs)]);
  for (const host of addresses.slice(0, mostAddresses)) {
    const onread = {
      buffer: received,
      callback(length: number): boolean {
        pass(received.subarray(0, length), socket);
        return true;
      },
    };
    const socket: Socket = connect({
      host,
      port,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      onread,
    });
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
