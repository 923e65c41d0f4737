import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What the server has in hand; on SIGTERM or SIGINT it is finished, then the process ends with exit code 0. */
export type Work = {
  /** Counts a request from its head on until its body has come; returns what to call then. */
  reading(): () => void;
  /** Counts a request that is being answered until its answer has left. */
  answering(response: ServerResponse): void;
  /** Takes no notice of signals any more: the server never came to listen. */
  abandon(): void;
};

// A request whose bytes are on their way when the signal comes is still answered; one that stays half sent is not.
const patienceMs = 1000;
const lastBytesMs = 20;

/** Makes SIGTERM and SIGINT stop the server gently. */
export function drainOnSignals(server: Server): Work {
  let draining = false;
  let patient = true;
  let bodies = 0;
  let answers = 0;
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const endWhenDone = () => {
    if (draining && answers === 0 && (bodies === 0 || !patient)) process.exit(0);
  };
  const drain = () => {
    server.close();
    setTimeout(() => {
      draining = true;
      // Node closes the idle connections that have been asked something; those that never were are idle too.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      endWhenDone();
    }, lastBytesMs);
    setTimeout(() => {
      patient = false;
      endWhenDone();
    }, patienceMs);
  };
  process.once("SIGTERM", drain).once("SIGINT", drain);
  // A second signal changes nothing: the platform's SIGKILL comes when its patience ends.
  const ignore = () => {};
  process.on("SIGTERM", ignore);
  return {
    abandon() {
      process.off("SIGTERM", drain).off("SIGINT", drain).off("SIGTERM", ignore);
    },
    reading() {
      bodies++;
      return () => {
        bodies--;
        endWhenDone();
      };
    },
    answering(response) {
      if (response.closed) return;
      answers++;
      response.once("close", () => {
        answers--;
        endWhenDone();
      });
    },
  };
}
