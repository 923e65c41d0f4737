import type { Socket } from "node:net";

// As long as a client that is still sending may take to stop and read its answer.
const patienceMs = 1000;

const ended = new WeakSet<Socket>();

/**
 * Makes the request that is being received the last of its connection: requests after it are not answered, and the
 * connection is closed after its answer. The client may go on sending for a while, because it would not get the answer
 * from a connection that is closed with bytes unread.
 */
export function makeLast(socket: Socket): void {
  ended.add(socket);
  // Node calls this after the last answer of a connection.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    socket.once("end", () => socket.destroy()).once("close", () => clearTimeout(timer));
  };
}

/** Whether a request of this connection was the last one. */
export const isEnded = (socket: Socket): boolean => ended.has(socket);
