import type { Readable } from "node:stream";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { tooLarge } from "../../custom-bots/receive.ts";
import { PlatformError } from "../../errors.ts";
import type { Parts } from "../parts.ts";
import { UploadedCustomBot } from "../schemas/custom-bot.ts";
import { refusals } from "../schemas/problem.ts";
import { bodyCheckedLater } from "../validation.ts";
import { customBotView } from "../views/custom-bot.ts";

const archives = ["application/gzip", "application/x-gzip", "application/octet-stream"];

/** Uploading packages: the body is the archive, which is written to disk as it arrives. */
export const uploadRoutes =
  ({ uploads, catalog, settings }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(archives, (_request, payload, done) => done(null, payload));

    app.post(
      "/custom-bots",
      {
        // Needs no Idempotency-Key: uploading the same package twice has no further effect.
        config: { scope: "deploy", idempotent: false, slowBody: true, addsData: true },
        bodyLimit: settings.uploadBytes,
        validatorCompiler: bodyCheckedLater,
        schema: {
          operationId: "uploadCustomBot",
          summary: "Upload a package",
          description: "The body is the package archive (`.tar.gz`).",
          tags: ["custom bots"],
          consumes: ["application/gzip"],
          body: Type.Unknown({ type: "string", format: "binary" }),
          headers: Type.Object({
            "x-content-sha256": Type.Optional(
              Type.String({
                pattern: "^[0-9a-fA-F]{64}$",
                description: "SHA-256 of the archive; the upload is refused if it differs.",
              }),
            ),
          }),
          response: { 200: UploadedCustomBot, 201: UploadedCustomBot, ...refusals },
        },
      },
      async ({ body, headers, caller }, reply) => {
        if (body === undefined || body === null) {
          throw new PlatformError(
            "unsupported_media_type",
            "Send the archive as the body, with `Content-Type: application/gzip`.",
          );
        }
        const length = Number(headers["content-length"] ?? 0);
        if (length > settings.uploadBytes) throw tooLarge(settings.uploadBytes);
        const expected = headers["x-content-sha256"];
        const limit = { bytes: settings.uploadBytes };
        const taken = await uploads.take(caller.user_id, body as Readable, limit, expected);
        const versions = await catalog.versions(caller.user_id, taken.package.name);
        const latest = await catalog.resolve(caller.user_id, taken.package.name);
        const path = `/api/v1/custom-bots/${taken.package.name}/versions/${encodeURIComponent(taken.package.version)}`;
        return reply
          .code(taken.already ? 200 : 201)
          .header("location", path)
          .send({
            ...customBotView(taken.package, versions, latest.version),
            ...(taken.already && { already: true as const }),
            ...(taken.warnings.length > 0 && { warnings: taken.warnings }),
          });
      },
    );
  };
