import { ApiError, UnreachableError } from "../errors.ts";
import { Inbox, type ServerMessage, type Socket } from "./message.ts";

const handshakeMs = 10_000;
/** A connection that is silent for so long is asked for a sign of life, which must come within `answerMs`. */
const silenceMs = 15_000;
const answerMs = 10_000;

/**
 * Opens the stream with the browser's own WebSocket, which sends the cookie of the session. It can send no headers, so the page
 * key is among the subprotocols; an address would get into logs.
 *
 * @throws {ApiError} if the platform closes the connection because the session has ended
 * @throws {UnreachableError} if there is no connection; a browser does not say why
 */
export async function openWebSocket(url: string, pageKey?: string): Promise<Socket> {
  const socket = new WebSocket(url, pageKey ? ["botyard", `botyard.page-key.${pageKey}`] : []);
  const messages = new Inbox();
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  // The browser waits for an answer to its close for a long time: do not wait for its event.
  const lose = () => {
    clearTimeout(timer);
    socket.onmessage = null;
    socket.close();
    messages.end();
  };
  const ask = () => {
    if (asked || socket.readyState !== WebSocket.OPEN) return;
    asked = true;
    socket.send('{"op":"ping"}');
    clearTimeout(timer);
    timer = setTimeout(lose, answerMs);
  };
  socket.onmessage = ({ data }) => {
    asked = false;
    clearTimeout(timer);
    timer = setTimeout(ask, silenceMs);
    messages.put(JSON.parse(String(data)) as ServerMessage);
  };
  socket.onclose = ({ code, reason }) => {
    clearTimeout(timer);
    if (code === 1008) ended = new ApiError(401, { code: "api_key_invalid", detail: reason }, new Headers());
    messages.end();
  };
  ask();
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    close: lose,
    probe: ask,
    messages: {
      async *[Symbol.asyncIterator]() {
        yield* messages;
        if (ended) throw ended;
      },
    },
  };
}
