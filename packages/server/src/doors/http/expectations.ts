import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Handles the `Expect` header (RFC 9110, 10.1.1). */
export function meetExpectations(app: FastifyInstance): void {
  // Ignore an unknown expectation: Node's own 417 is not a problem document.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));

  // Node would answer 100 Continue at once, and the client would send its whole body before it is refused.
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on("checkContinue", (request, response) => {
    waiting.add(request);
    app.routing(request, response);
  });
  app.addHook("preParsing", async (request, reply) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue();
  });
}
