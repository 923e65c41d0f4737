import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";

/** How the routes' schemas become the OpenAPI document. */
export function openApi(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Botyard",
        version,
        description:
          "Deploy trading bots, watch them, ask them. Every address but the probes needs an API key.",
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          ApiKey: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description: "`ApiKey <key>`; `Bearer <key>` and the header `x-api-key` do as well.",
          },
        },
      },
      security: [{ ApiKey: [] }],
    },
    refResolver: {
      buildLocalReference: (schema, _uri, _fragment, index) => String(schema.$id ?? `schema-${index}`),
    },
  };
}
