import swagger from "@fastify/swagger";
import websocket from "@fastify/websocket";
import { type FastifyInstance, fastify, LogController } from "fastify";
import { DiskLowError } from "../../errors/disk-low.ts";
import { stopping } from "../../errors/platform-error.ts";
import { newRequestId } from "../../model/ids.ts";
import { namedSchemas } from "../../operations/documents/named.ts";
import { requireScope } from "../../users/caller.ts";
import { toolServer } from "../mcp/endpoint.ts";
import { dashboardPages } from "../pages/dashboard.ts";
import { pages } from "../pages/pages.ts";
import { referencePage } from "../pages/reference.ts";
import { isForPerson, notFoundPage } from "../pages/views.ts";
import { readJsonBodies } from "./body.ts";
import { boundBodies } from "./body-memory.ts";
import { botMetricsRoute } from "./bot-metrics.ts";
import { ClientErrors } from "./client-errors.ts";
import { codings } from "./codings.ts";
import { Connections, connectionsAtMost } from "./connections.ts";
import { isSecure } from "./cookie.ts";
import { deviceRoutes } from "./device.ts";
import { meetExpectations } from "./expectations.ts";
import { healthRoutes } from "./health.ts";
import { answerOnce } from "./idempotency.ts";
import { callerOf } from "./identify.ts";
import { metricsRoute } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { openApiRoutes } from "./openapi-route.ts";
import type { HttpParts } from "./parts.ts";
import { refuseConnection, sendProblem } from "./problems.ts";
import { rateLimits } from "./rate-limits.ts";
import {
  apiPrefix,
  bodyBytes,
  commonHeaders,
  nothingAt,
  opensStream,
  pathBytes,
  requireOneHost,
  streamMessageBytes,
} from "./requests.ts";
import { validatorOf } from "./rest/inputs.ts";
import { mounted } from "./rest/mount.ts";
import { routes } from "./rest/routes.ts";
import { RouteTable } from "./route-table.ts";
import { sessionRoutes } from "./session.ts";
import { streamRoutes } from "./stream/route.ts";
import { boundWaiting } from "./unread.ts";

/** Builds the HTTP server of the platform. It does not listen yet. */
export async function buildApp(parts: HttpParts): Promise<FastifyInstance> {
  const { log, settings } = parts;
  const clientErrors = new ClientErrors(log);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: newRequestId,
    bodyLimit: bodyBytes,
    trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
    // An upload of 256 MiB over a slow connection takes minutes; headers do not.
    requestTimeout: 30 * 60_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      shouldUpgradeCallback: opensStream,
      // Node's own refusal is not a problem document.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: pathBytes, ignoreTrailingSlash: true },
    // Fastify's own 503 is not a problem document.
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      const code = refuseConnection(error, socket);
      if (code) clientErrors.count(code);
    },
    // Fastify runs no hooks for these errors.
    frameworkErrors: (error, request, reply) =>
      void sendProblem(error, request, reply.headers(commonHeaders(request.id))),
  });
  const connections = new Connections(connectionsAtMost(settings.connections));
  connections.bound(app);
  codings(app);
  meetExpectations(app);
  app.setValidatorCompiler(validatorOf());
  // Response schemas are documentation: serialising by them would silently drop unknown fields.
  app.setSerializerCompiler(() => JSON.stringify);
  // By name: the order of registration depends on which module is imported first.
  for (const schema of namedSchemas.toSorted((a, b) => (name(a) < name(b) ? -1 : 1))) app.addSchema(schema);
  readJsonBodies(app);

  // Before every other hook: it closes the connection of an upgrade that another hook refuses.
  await app.register(websocket, {
    options: { maxPayload: streamMessageBytes },
    errorHandler(_error, socket) {
      clientErrors.count("malformed_request");
      socket.terminate();
    },
  });

  const table = new RouteTable();
  app.addHook("onRoute", (route) => table.add(route));
  app.setErrorHandler((error, request, reply) =>
    request.is404 && isForPerson(request) ? notFoundPage(request, reply) : sendProblem(error, request, reply),
  );
  // Every request runs through these hooks. They return no promises, which together would take as long as a read.
  const secure = isSecure(parts.settings);
  let started = false;
  const starts = parts.started.then(() => {
    started = true;
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(commonHeaders(request.id));
    if (secure) reply.header("strict-transport-security", "max-age=31536000");
    requireOneHost(request.raw);
    if (started) done();
    else starts.then(() => done(), done);
  });
  boundWaiting(app);
  app.addHook("onRequest", (_request, _reply, done) => {
    if (parts.closing.aborted) throw stopping();
    done();
  });
  app.addHook("onSend", (_request, reply, _body, done) => {
    // An idle connection would delay the end of the platform.
    if (parts.closing.aborted) reply.header("connection", "close");
    done();
  });

  // In a hook, because a not-found handler would read the body first.
  app.addHook("onRequest", ({ raw, method, is404 }, _reply, done) => {
    // A state key ".." that the client did not encode twice turns the path into the bot's, with a slash.
    const path = raw.url?.split("?")[0] ?? "/";
    const strayed = method === "DELETE" && path.endsWith("/");
    // The router takes `//` for an empty id.
    if (is404 || strayed || path.includes("//")) throw nothingAt(table, method, raw.url ?? "/");
    done();
  });

  const limits = await rateLimits(app, parts.settings);
  app.decorateRequest("caller");
  app.addHook("onRequest", async (request, reply) => {
    const { scope } = request.routeOptions.config;
    if (scope === "public") return;
    request.caller = await callerOf(parts, request).catch(async (error: unknown) => {
      await limits.countFailure(request);
      throw error;
    });
    await limits.count(request, reply);
    connections.serves(request);
    // A route that declares no scope requires `admin`.
    requireScope(request.caller, scope ?? "admin");
  });
  app.addHook("onRequest", ({ routeOptions }, _reply, done) => {
    if (routeOptions.config.addsData && parts.space.isLow) throw new DiskLowError();
    done();
  });
  boundBodies(app);
  answerOnce(app, parts);

  await app.register(swagger, openApi(parts.version));
  await app.register(healthRoutes(parts));
  await app.register(metricsRoute(parts));
  await app.register(botMetricsRoute(parts));
  await app.register(openApiRoutes());
  for (const route of routes(parts.settings))
    await app.register(mounted(parts, route), { prefix: apiPrefix });
  await app.register(sessionRoutes(parts, limits), { prefix: apiPrefix });
  await app.register(deviceRoutes(parts, limits), { prefix: apiPrefix });
  await app.register(streamRoutes(parts), { prefix: apiPrefix });
  await app.register(toolServer(parts, limits));
  await app.register(pages(parts, limits));
  if (parts.dashboard) await app.register(dashboardPages(parts, parts.dashboard));
  await app.register(referencePage());
  return app;
}

const name = (schema: object) => String((schema as { $id?: unknown }).$id);
