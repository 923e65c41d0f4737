import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";

/** The groups of operations, in the order of the reference. */
const tags = Object.entries({
  keys: "API keys, and who the caller is.",
  users: "Users of a shared platform.",
  "sign-in": "Signing browsers and devices in.",
  secrets: "Values that configs refer to by name, and that cannot be read.",
  "custom bots": "Named, versioned packages.",
  bots: "Instances of custom bots: their settings, status and process.",
  runs: "Runs and ticks of scheduled bots.",
  logs: "What bots write.",
  metrics: "What bots measure.",
  networks: "What bots may connect to and have connected to, and what is cut.",
  state: "What bots keep.",
  queries: "Questions to bots.",
  streams: "Logs, metrics and status as they come.",
  platform: "The platform itself.",
}).map(([name, description]) => ({ name, description }));

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
        contact: { name: "The operator of this platform" },
        license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
      },
      tags,
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
          SessionCookie: {
            type: "apiKey",
            in: "cookie",
            name: "botyard_session",
            description:
              "The session of a browser, only together with its page key, and only from the platform's own pages. Over HTTPS the name " +
              "is `__Host-botyard`.",
          },
          PageKey: {
            type: "apiKey",
            in: "header",
            name: "Botyard-Page-Key",
            description:
              "`page_key` of the answer that opened the session. A browser's WebSocket sends it as a subprotocol instead: " +
              "`botyard, botyard.page-key.<key>`.",
          },
        },
      },
      security: [{ ApiKey: [] }, { SessionCookie: [], PageKey: [] }],
    },
    refResolver: {
      buildLocalReference: (schema, _uri, _fragment, index) => String(schema.$id ?? `schema-${index}`),
    },
  };
}
