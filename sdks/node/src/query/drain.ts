import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { exitProcess } from "../process/end.ts";

/** The requests in progress. After SIGTERM or SIGINT they are finished and the process exits with 0. */
export type Work = {
  /** Counts a request whose body is being read; call the returned function when the body has been read. */
  reading(): () => void;
  /** Counts a request that is being answered, until its answer has been sent. */
  answering(response: ServerResponse): void;
  /** Removes the signal handlers, for a server that could not listen. */
  abandon(): void;
};

// A request that is arriving when the signal comes is still answered; one that stays incomplete is not.
const patienceMs = 1000;
const lastBytesMs = 20;

/** Makes SIGTERM and SIGINT stop the server gracefully. */
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
    if (draining && answers === 0 && (bodies === 0 || !patient)) exitProcess(0);
  };
  const drain = () => {
    server.close();
    setTimeout(() => {
      draining = true;
      // Node closes idle connections only after their first request; those without one are idle too.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      endWhenDone();
    }, lastBytesMs);
    setTimeout(() => {
      patient = false;
      endWhenDone();
    }, patienceMs);
  };
  process.once("SIGTERM", drain).once("SIGINT", drain);
  // A second signal has no effect: the platform sends SIGKILL after the grace period.
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
