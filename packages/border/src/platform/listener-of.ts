import type { Socket } from "node:net";
import koffi from "koffi";

/** Numbers of Linux, the same on all architectures that Node runs on. */
const socketLevel = 1;
const peerCredentials = 17;
const sizeOfCredentials = 12;

const getsockopt = koffi.load(null).func("int getsockopt(int, int, int, _Out_ uint8_t *, _Inout_ uint8_t *)");

/** Returns the process that listens where a Unix socket has connected to, even if it does not run; 0 if it is not known. */
export function listenerOf(socket: Socket): number {
  // Node has no other way to it.
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle;
  const credentials = Buffer.alloc(sizeOfCredentials);
  const size = Buffer.from(Uint32Array.of(sizeOfCredentials).buffer);
  return getsockopt(fd, socketLevel, peerCredentials, credentials, size) === 0
    ? credentials.readInt32LE(0)
    : 0;
}
