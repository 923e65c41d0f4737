import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { PlatformError } from "../../errors/platform-error.ts";
import { readSent } from "../json.ts";
import { formType, readForm } from "./forms.ts";
import { bodyTooLarge } from "./problems.ts";

/** Largest body of a request without a key, and of a form. */
export const smallBytes = 8 * 1024;
const firstBytes = 16 * 1024;

declare module "fastify" {
  interface FastifyRequest {
    /** What the body occupies until the request is answered. Set for requests with a key. */
    bodyMemory?: {
      /** @throws {PlatformError} `too_many_bodies` */
      grow(bytes: number): void;
    };
  }
}

/** Reads request bodies as JSON. An empty body counts as no body. */
export function readJsonBodies(app: FastifyInstance, read?: (text: string) => unknown): void {
  app.removeAllContentTypeParsers();
  parseBodies(app, "application/json", (body) =>
    body.length === 0 ? undefined : readSent(body, read && { read }),
  );
}

/** Reads request bodies that are forms. */
export function readFormBodies(app: FastifyInstance): void {
  parseBodies(app, formType, readForm, smallBytes);
}

/** Has bodies of a type read into memory and parsed. */
export function parseBodies(
  app: FastifyInstance,
  type: string,
  parse: (body: Buffer) => unknown,
  most = Number.POSITIVE_INFINITY,
): void {
  app.addContentTypeParser(type, (request, payload, done) => {
    const limit = Math.min(most, request.routeOptions.bodyLimit);
    readBody(request, payload, request.bodyMemory ? limit : Math.min(limit, smallBytes)).then(
      (body) => {
        try {
          done(null, parse(body));
        } catch (error) {
          done(error as Error);
        }
      },
      (error: Error) => done(error),
    );
  });
}

/**
 * Reads a body into one buffer. To keep the pieces instead would take many times the memory if they are small.
 *
 * @throws {PlatformError} `payload_too_large`, `too_many_bodies`, `malformed_request`
 */
function readBody(request: FastifyRequest, payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const said = Number(request.headers["content-length"] ?? firstBytes);
    if (said > limit && request.headers["content-length"] !== undefined) throw bodyTooLarge(limit);
    let buffer = Buffer.alloc(0);
    let length = 0;
    const makeRoom = (bytes: number) => {
      if (bytes > limit) throw bodyTooLarge(limit);
      if (bytes <= buffer.length) return;
      const size = Math.min(limit, Math.max(bytes, Math.min(said, firstBytes), 2 * buffer.length));
      request.bodyMemory?.grow(size - buffer.length);
      const larger = Buffer.allocUnsafeSlow(size);
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    };
    const take = (piece: Buffer) => {
      try {
        makeRoom(length + piece.length);
        piece.copy(buffer, length);
        length += piece.length;
      } catch (error) {
        end(() => reject(error));
      }
    };
    const end = (settle: () => void) => {
      payload.off("data", take).off("end", whole).off("error", broken);
      settle();
    };
    const whole = () => end(() => resolve(buffer.subarray(0, length)));
    const broken = () => end(() => reject(cutOff()));
    payload.on("data", take).on("end", whole).on("error", broken);
  });
}

const cutOff = () =>
  new PlatformError("malformed_request", "The connection was closed before the whole body had arrived.");
