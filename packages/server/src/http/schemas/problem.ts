import { type Static, Type } from "typebox";
import { Exactly, named } from "./named.ts";

const document = Exactly(
  {
    type: Type.String({ description: "A URI of the kind of problem." }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What happened in this case." }),
    instance: Type.String({ description: "The path that was asked for." }),
    code: Type.String({ description: "Stable; the name to branch on." }),
    request_id: Type.String({
      description: "Also in the header X-Request-Id and in the platform's own log.",
    }),
    errors: Type.Optional(
      Type.Array(
        Exactly({
          pointer: Type.Optional(
            Type.String({ description: "JSON pointer into the body, or a parameter's name." }),
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
    hint: Type.Optional(Type.String({ description: "What to do now." })),
  },
  { description: "A refusal, by RFC 9457." },
);

export type ProblemDocument = Static<typeof document>;
export const Problem = named("Problem", document);

/** What any route may refuse with. */
export const refusals = {
  "4xx": { description: "A refusal", content: { "application/problem+json": { schema: Problem } } },
  "5xx": { description: "A failure", content: { "application/problem+json": { schema: Problem } } },
};
