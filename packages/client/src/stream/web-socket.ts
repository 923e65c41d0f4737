import { ApiError, UnreachableError } from "../errors.ts";
import { Inbox, type ServerMessage, type Socket } from "./message.ts";

const handshakeMs = 10_000;

/**
 * Opens the stream with the browser's own WebSocket, which sends the cookie of the session.
 *
 * @throws {ApiError} if the platform closes the connection because the session has ended
 * @throws {UnreachableError} if there is no connection; a browser does not say why
 */
export async function openWebSocket(url: string): Promise<Socket> {
  const socket = new WebSocket(url);
  const messages = new Inbox();
  socket.onmessage = ({ data }) => messages.put(JSON.parse(String(data)) as ServerMessage);
  await new Promise<void>((resolve, reject) => {
    const failed = () => {
      clearTimeout(timer);
      socket.close();
      reject(new UnreachableError(url, "STREAM_FAILED", `Cannot connect to ${new URL(url).host}.`, {}));
    };
    const timer = setTimeout(failed, handshakeMs);
    socket.onopen = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.onerror = failed;
    socket.onclose = failed;
  });
  let ended: ApiError | undefined;
  socket.onclose = ({ code, reason }) => {
    if (code === 1008) ended = new ApiError(401, { code: "api_key_invalid", detail: reason }, new Headers());
    messages.end();
  };
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
    messages: {
      async *[Symbol.asyncIterator]() {
        yield* messages;
        if (ended) throw ended;
      },
    },
  };
}
