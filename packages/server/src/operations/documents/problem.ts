import { type Static, Type } from "typebox";
import { RequestId, Sha256, Uri } from "./forms.ts";
import { Exactly, named } from "./named.ts";

export const problemFields = {
  type: Uri("Kind of problem."),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: "What happened." }),
  instance: Type.String({ format: "uri-reference", description: "Path of the request." }),
  code: Type.String({ pattern: "^[a-z_]+$", description: "Stable error code; branch on it, not on texts." }),
  request_id: RequestId("Id of the request, also in the header X-Request-Id and in the platform's log."),
  errors: Type.Optional(
    Type.Array(
      Exactly({
        pointer: Type.Optional(
          Type.String({ description: "JSON pointer into the body, or the name of a parameter." }),
        ),
        detail: Type.String(),
        code: Type.Optional(Type.String()),
        file: Type.Optional(Type.String()),
        line: Type.Optional(Type.Integer()),
        column: Type.Optional(Type.Integer()),
        next: Type.Optional(Type.String({ description: "What to do about it." })),
        severity: Type.Optional(Type.Enum(["error", "warning"])),
      }),
    ),
  ),
  quota: Type.Optional(
    Exactly(
      {
        name: Type.String(),
        used: Type.Integer({ minimum: 0 }),
        limit: Type.Integer({ minimum: 0 }),
        setting: Type.String({ description: "The variable with which the operator sets the quota." }),
      },
      { description: "The quota of the user that the request would exceed." },
    ),
  ),
  missing: Type.Optional(
    Type.Array(Sha256("SHA-256 of a content, in hexadecimal."), {
      description: "With `files_missing`: the contents that the caller must send first, each once.",
    }),
  ),
  hint: Type.Optional(Type.String({ description: "What to do about it." })),
};

const document = Exactly(problemFields, { description: "Problem document (RFC 9457)." });

export type ProblemDocument = Static<typeof document>;
export const Problem = named("Problem", document);

/** Error responses of every route. */
export const refusals = {
  "4xx": { description: "Request refused", content: { "application/problem+json": { schema: Problem } } },
  "5xx": { description: "Request failed", content: { "application/problem+json": { schema: Problem } } },
};
