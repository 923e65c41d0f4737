import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  botyardError,
  type HttpAnswer,
  httpAnswer,
  maxBodyBytes,
  openRequest,
  type Registry,
  readPort,
} from "@botyard/core";
import { variable } from "../process/environment.ts";
import { systemErrorName } from "../process/system-error.ts";
import { answerBareSockets } from "./bare-socket.ts";
import { readBody } from "./body.ts";
import { drainOnSignals, type Work } from "./drain.ts";
import { logFailedHandler, logFailure } from "./failure-log.ts";
import { isEnded } from "./last-request.ts";
import { surviveFailures } from "./left-work.ts";

/**
 * Serves the registry over HTTP until SIGTERM or SIGINT [Q-20 … Q-30]. Resolves when the server listens.
 *
 * @throws {BotyardError} `query.invalid_port`, `query.listen_failed`
 */
export async function serve(registry: Registry): Promise<void> {
  const port = readPort(variable("QUERY_PORT"));
  const host = variable("QUERY_HOST") ?? "127.0.0.1";
  const server = createServer({
    keepAliveTimeout: 60_000,
    maxHeaderSize: 256 * 1024,
    requireHostHeader: false,
  });
  // Requests and signals may come as soon as the port is open, so everything is set up before.
  const work = drainOnSignals(server);
  server.on("request", (request, response) => {
    if (isEnded(request.socket)) return;
    answer(registry, work, request, response).catch((failure: unknown) => {
      logFailure(failure);
      response.destroy();
    });
  });
  answerBareSockets(server, registry);
  try {
    await listen(server, port, host);
  } catch (failure) {
    work.abandon();
    throw failure;
  }
  surviveFailures();
  server.on("error", logFailure);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error) =>
      reject(botyardError("query.listen_failed", { host, port, reason: systemErrorName(cause) }, cause));
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

async function answer(registry: Registry, work: Work, request: IncomingMessage, response: ServerResponse) {
  // If the client disconnects before the answer is sent, there is nothing to report.
  response.on("error", () => {});
  const opened = openRequest(registry, request.method ?? "", request.url ?? "");
  if ("refused" in opened) {
    work.answering(response);
    return respond(response, httpAnswer(opened.refused));
  }
  const bodyCame = work.reading();
  const body = await readBody(request, maxBodyBytes);
  if (body !== undefined) work.answering(response);
  bodyCame();
  if (body === undefined) return;
  if (body === "too_large") response.setHeader("Connection", "close");
  const outcome = await opened.answer(body);
  logFailedHandler(outcome);
  respond(response, httpAnswer(outcome));
}

function respond(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}
