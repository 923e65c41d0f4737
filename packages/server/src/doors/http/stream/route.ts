import type { FastifyPluginAsync } from "fastify";
import { Type } from "typebox";
import { PlatformError } from "../../../errors/platform-error.ts";
import { refusals } from "../../../operations/documents/problem.ts";
import type { HttpParts } from "../parts.ts";
import { Connection } from "./connection.ts";

/** One WebSocket for logs, metrics and status of any of the caller's bots. */
export const streamRoutes = (parts: HttpParts): FastifyPluginAsync => {
  let open = 0;
  return async (app) => {
    app.route({
      method: "GET",
      url: "/stream",
      exposeHeadRoute: false,
      config: { scope: "read" },
      schema: {
        operationId: "openStream",
        summary: "Follow logs, metrics and status live (WebSocket)",
        description:
          'The client sends `{"op":"subscribe","id","bot_id","channels":["logs","metrics","status"],"after":{"logs":n}}` ' +
          '`{"op":"unsubscribe","id"}` and `{"op":"ping"}`; the platform `{"op":"subscribed","id","after"}`, ' +
          '`{"op":"event","id","channel","seq","record"}`, `{"op":"gap","id","channel","from","to"}`, `{"op":"pong","time"}` and ' +
          '`{"op":"error","id","code","message"}`. Sequence numbers are consecutive: after `after`, every record is ' +
          "sent once, or reported as a gap if it is no longer available.",
        tags: ["streams"],
        response: { 101: Type.Null({ description: "The stream is open." }), ...refusals },
      },
      preHandler: async (request) => {
        if (!request.ws)
          throw new PlatformError("upgrade_required", undefined, { headers: { upgrade: "websocket" } });
        if (open >= parts.settings.streams)
          throw new PlatformError(
            "too_many_streams",
            `${parts.settings.streams} streams of all users together are open, which is the limit (PLATFORM_STREAMS).`,
            { headers: { "retry-after": "5" } },
          );
        // Counted from here on, because the streams of requests that arrive together open later.
        const leave = parts.open.streams.enter(request.caller.user_id);
        open++;
        const over = () => {
          open--;
          leave();
        };
        const { socket } = request.raw;
        if (socket.destroyed) over();
        else socket.once("close", over);
      },
      handler: async () => {
        throw new PlatformError("upgrade_required");
      },
      wsHandler: (socket, request) => {
        new Connection(parts, socket, request.raw.socket, request.caller, request.log).open();
      },
    });
  };
};
