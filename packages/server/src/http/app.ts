import type { IncomingMessage } from "node:http";
import swagger from "@fastify/swagger";
import websocket from "@fastify/websocket";
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from "fastify";
import { PlatformError, stopping } from "../errors.ts";
import { newRequestId } from "../ids.ts";
import { DiskLowError } from "../store/reserve.ts";
import { identify, requireScope } from "./auth.ts";
import { readJsonBodies } from "./body.ts";
import { meetExpectations } from "./expectations.ts";
import { answerOnce } from "./idempotency.ts";
import { openApi } from "./openapi.ts";
import type { Parts } from "./parts.ts";
import { refuseConnection, sendProblem } from "./problems.ts";
import { rateLimits } from "./rate-limits.ts";
import { RouteTable } from "./route-table.ts";
import { apiRoutes, rootRoutes } from "./routes/index.ts";
import { namedSchemas } from "./schemas/named.ts";
import { validatorCompiler } from "./validation.ts";

export const apiPrefix = "/api/v1";

/** Bytes of a JSON body, where a route does not say less. */
const bodyBytes = 1024 * 1024;
/** A small body that takes longer than that is not meant to arrive. */
const smallBodyMs = 30_000;
/** A refused upload may go on for that long before its connection is cut. */
const unreadBodyMs = 2_000;

/** The whole HTTP half, not listening yet. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: newRequestId,
    bodyLimit: bodyBytes,
    // An upload of 64 MiB over a slow line takes minutes; headers do not.
    requestTimeout: 15 * 60_000,
    http: {
      headersTimeout: 15_000,
      maxHeaderSize: 16 * 1024,
      shouldUpgradeCallback: opensStream,
      // Node's own refusal is no problem document.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    // Fastify's own answer then would be no problem document.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    // No hook is run for these.
    frameworkErrors: (error, request, reply) =>
      void sendProblem(error, request, reply.headers(commonHeaders(request))),
  });
  meetExpectations(app);
  app.setValidatorCompiler(validatorCompiler);
  // Schemas of answers are for readers: serializing by them would silently drop what they do not know.
  app.setSerializerCompiler(() => JSON.stringify);
  for (const schema of namedSchemas) app.addSchema(schema);
  readJsonBodies(app);

  // Before every other hook: it is the one that ends the connection of an upgrade that they refuse.
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } });

  const table = new RouteTable();
  app.addHook("onRoute", (route) => table.add(route));
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.addHook("onRequest", async (request, reply) => {
    await parts.started;
    reply.headers(commonHeaders(request));
    const { headersDistinct, httpVersion } = request.raw;
    const hosts = headersDistinct.host?.length ?? 0;
    if (hosts === 0 && httpVersion === "1.1")
      throw new PlatformError("malformed_request", "The request has no Host header.");
    // A proxy ahead and the platform could each believe another one of them.
    if (hosts > 1) throw new PlatformError("malformed_request", `The request has ${hosts} Host headers.`);
  });
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    if (routeOptions.config.slowBody || raw.method === "GET" || raw.method === "HEAD") return;
    const cut = setTimeout(() => !raw.complete && raw.socket.destroy(), smallBodyMs).unref();
    raw.once("close", () => clearTimeout(cut));
  });
  app.addHook("onRequest", async () => {
    if (parts.closing.aborted) throw stopping();
  });
  app.addHook("onSend", async (_request, reply) => {
    // A connection that goes idle after the last answer would hold up the end.
    if (parts.closing.aborted) reply.header("connection", "close");
  });
  app.addHook("onResponse", async (request) => {
    const { raw } = request;
    if (raw.complete || request.method === "GET") return;
    // What is left of the body is let by: behind it the client's next request may stand.
    raw.resume();
    setTimeout(() => !raw.complete && raw.socket.destroy(), unreadBodyMs).unref();
  });

  // Here and not in a handler of its own, which would read the body first.
  app.addHook("onRequest", async (request) => {
    // A state key ".." that a client did not encode twice has become the bot's own address with a slash behind it.
    const strayed = request.method === "DELETE" && request.raw.url?.split("?")[0]?.endsWith("/");
    if (request.is404 || strayed) throw nothingAt(table, request);
  });

  const limits = await rateLimits(app, parts.settings);
  app.decorateRequest("caller");
  app.addHook("onRequest", async (request, reply) => {
    const { scope } = request.routeOptions.config;
    if (scope === "public") return;
    request.caller = await identify(parts.keys, request).catch(async (error: unknown) => {
      await limits.countFailure(request);
      throw error;
    });
    await limits.count(request, reply);
    // A route that forgot to say whom it lets in lets in nobody but administrators.
    requireScope(request.caller, scope ?? "admin");
  });
  app.addHook("onRequest", async ({ routeOptions }) => {
    if (routeOptions.config.addsData && parts.store.space.isLow) throw new DiskLowError();
  });
  answerOnce(app, parts);

  await app.register(swagger, openApi(parts.version));
  await app.register(rootRoutes(parts));
  await app.register(apiRoutes(parts), { prefix: apiPrefix });
  return app;
}

const commonHeaders = ({ id }: FastifyRequest) => ({
  "x-request-id": id,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});

/** Other wishes to upgrade (Java's client asks everyone for HTTP/2) are ignored, as HTTP has it, and get an answer. */
function opensStream({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    url?.split("?")[0] === `${apiPrefix}/stream` &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    headers["sec-websocket-version"] === "13" &&
    /^[A-Za-z0-9+/]{22}==$/.test(headers["sec-websocket-key"] ?? "")
  );
}

function nothingAt(table: RouteTable, { raw, method }: FastifyRequest): PlatformError {
  const path = raw.url?.split("?")[0] ?? "/";
  const allowed = table.methodsAt(path);
  // An id beyond all length matches here and nowhere else.
  if (allowed.length === 0 || allowed.includes(method))
    return new PlatformError("not_found", `There is nothing at ${path}.`);
  return new PlatformError("method_not_allowed", `${path} does not take ${method}.`, {
    headers: { allow: allowed.join(", ") },
  });
}
