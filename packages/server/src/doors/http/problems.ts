import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseFullError } from "../../errors/database-full.ts";
import { type ErrorCode, errors } from "../../errors/error-table.ts";
import { isDiskFull, PlatformError } from "../../errors/platform-error.ts";
import { isSystemError, systemReason } from "../../errors/system-reason.ts";
import { itemsWithoutKeys, withoutKeys } from "../../keys/key.ts";
import { newRequestId } from "../../model/ids.ts";
import type { ProblemDocument } from "../../operations/documents/problem.ts";
import { bodyBytes } from "./requests.ts";

export const problemType = "application/problem+json; charset=utf-8";

/**
 * Answers with a problem document. An unexpected error is logged, and the caller is given only the request id.
 *
 * @param more additional members of the document
 */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { type = problemType, more = {} }: { type?: string; more?: Record<string, string> } = {},
): FastifyReply {
  const refusal = refusalOf(error, request);
  logRefusal(refusal, error, request);
  const path = request.raw.url?.split("?")[0] ?? "/";
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type(type)
    .send(JSON.stringify({ ...problemOf(refusal, path, request.id), ...more }));
}

/** Logs errors that are the platform's. */
export function logRefusal(
  { code }: PlatformError,
  error: unknown,
  { log }: Pick<FastifyRequest, "log">,
): void {
  if (code === "internal_error") log.error({ err: error }, "request failed");
  if (code === "disk_full") log.error({ err: error }, "the disk is full");
  if (code === "store_unavailable") log.error({ err: error }, "the database cannot be used");
}

export function problemOf(refusal: PlatformError, instance: string, requestId: string): ProblemDocument {
  const kind: { status: number; title: string; hint?: string } = errors[refusal.code];
  return {
    type: `urn:botyard:problem:${refusal.code}`,
    title: kind.title,
    status: kind.status,
    detail: withoutKeys(refusal.message),
    instance: withoutKeys(instance),
    code: refusal.code,
    request_id: requestId,
    ...(refusal.errors !== undefined && { errors: itemsWithoutKeys(refusal.errors) }),
    ...(refusal.quota !== undefined && { quota: refusal.quota }),
    ...(refusal.missing !== undefined && { missing: [...refusal.missing] }),
    ...(kind.hint !== undefined && { hint: kind.hint }),
  };
}

export const bodyTooLarge = (limit: number) =>
  new PlatformError("payload_too_large", `The body is larger than ${limit} bytes.`);

export function unsupportedType(type: string | undefined): PlatformError {
  if (type === undefined) return new PlatformError("unsupported_media_type", "The body has no Content-Type.");
  return new PlatformError(
    "unsupported_media_type",
    `The content type ${JSON.stringify(type.slice(0, 100))} is not supported here.`,
  );
}

/** Returns the refusal for any error; `internal_error` for an unexpected one. */
export function refusalOf(
  error: unknown,
  request?: Pick<FastifyRequest, "headers" | "routeOptions">,
): PlatformError {
  if (error instanceof PlatformError) return error;
  if (isDiskFull(error)) {
    const detail = error instanceof DatabaseFullError ? error.message : undefined;
    return new PlatformError("disk_full", detail, { cause: error });
  }
  if (isSystemError(error) && error.code.startsWith("SQLITE_"))
    return new PlatformError(
      "store_unavailable",
      `The database cannot be used: ${systemReason(error, "platform.db")}.`,
      {
        cause: error,
      },
    );
  const { code, statusCode, message } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return bodyTooLarge(request?.routeOptions.bodyLimit ?? bodyBytes);
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return unsupportedType(request?.headers["content-type"]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new PlatformError("malformed_request", message);
  }
  return new PlatformError("internal_error");
}

/** Time in which the client of a refused connection can read the answer. */
const lastAnswerMs = 1_000;

/**
 * Answers connections without a complete request: invalid bytes, oversized headers, a time-out. Then it closes them, also
 * if the client does not. Returns the code of the answer, if there is one.
 */
export function refuseConnection(
  error: NodeJS.ErrnoException & { rawPacket?: unknown },
  socket: Socket,
): ErrorCode | undefined {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const code: ErrorCode =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "headers_too_large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "request_timeout"
        : "malformed_request";
  // A TLS handshake: the client shows this answer as a wrong version of TLS, which is how it learns of plain HTTP.
  const { rawPacket: sent } = error;
  const isTls = sent instanceof Uint8Array && sent[0] === 0x16 && sent[1] === 0x03;
  const detail = isTls ? "This port speaks plain HTTP, not TLS. Use http:// in the address." : undefined;
  const refusal = new PlatformError(code, detail);
  const requestId = newRequestId();
  const body = JSON.stringify(problemOf(refusal, "", requestId));
  // The mock server, which must start fast, imports this file but not the whole of `node:http`.
  const { STATUS_CODES } = process.getBuiltinModule("node:http");
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      `content-type: ${problemType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "cache-control: no-store",
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  const cut = setTimeout(() => socket.destroy(), lastAnswerMs).unref();
  socket.once("close", () => clearTimeout(cut));
  return code;
}
