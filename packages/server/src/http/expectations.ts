import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** What a client expects before it sends its body (RFC 9110, 10.1.1). */
export function meetExpectations(app: FastifyInstance): void {
  // An expectation that nobody here knows is no reason to answer without a document; Node's own answer has none.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));

  // Node would ask for the body at once: a refusal then comes only after a hundred megabytes of it.
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on("checkContinue", (request, response) => {
    waiting.add(request);
    app.routing(request, response);
  });
  app.addHook("preParsing", async (request, reply) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue();
  });
}
