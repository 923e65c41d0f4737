import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";

/** Returns the options by which the OpenAPI document is made from the schemas of the routes. */
export function openApi(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Botyard",
        version,
        description:
          "Deploy, monitor and query trading bots. Every endpoint except the probes requires an API key.",
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          ApiKey: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description:
              "`ApiKey <key>`. `Bearer <key>` and the header `x-api-key: <key>` are also accepted.",
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
