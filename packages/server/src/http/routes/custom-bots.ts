import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { PlatformError } from "../../errors.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Parts } from "../parts.ts";
import { CustomBotDocument, CustomBotPage, CustomBotVersions } from "../schemas/custom-bot.ts";
import { Exactly, pageQuery } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { customBotView, summaryView } from "../views/custom-bot.ts";

const tags = ["custom bots"];
const versionParams = Type.Object({
  name: Type.String(),
  version: Type.String({ description: "Exact version, range or `latest`." }),
});

/** The custom bots that a user has uploaded. */
export const customBotRoutes = ({ catalog }: Parts): FastifyPluginAsyncTypebox => {
  const shown = async (ownerId: string, name: string, spec: string | undefined) => {
    const versions = await catalog.versions(ownerId, name);
    const found = await catalog.resolve(ownerId, name, spec);
    const latest = await catalog.resolve(ownerId, name);
    return customBotView(found, versions, latest.version);
  };

  return async (app) => {
    app.get(
      "/custom-bots",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listCustomBots",
          summary: "List the caller's custom bots, each with its latest version",
          tags,
          querystring: Exactly(pageQuery),
          response: { 200: CustomBotPage, ...refusals },
        },
      },
      async ({ query: { limit = 50, cursor }, caller }) => {
        const after = readCursor(cursor, 1)?.[0];
        const found = await catalog.list(caller.user_id, { after, limit: limit + 1 });
        return pageOf(found, limit, summaryView, (entry) => [entry.latest.name]);
      },
    );

    app.get(
      "/custom-bots/:name",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getCustomBot",
          summary: "Get a custom bot (default: its latest version)",
          tags,
          params: Type.Object({ name: Type.String() }),
          querystring: Exactly({ version: Type.Optional(versionParams.properties.version) }),
          response: { 200: CustomBotDocument, ...refusals },
        },
      },
      async ({ params, query, caller }) => shown(caller.user_id, params.name, query.version),
    );

    app.get(
      "/custom-bots/:name/versions",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listCustomBotVersions",
          summary: "List the versions of a custom bot",
          tags,
          params: Type.Object({ name: Type.String() }),
          response: { 200: CustomBotVersions, ...refusals },
        },
      },
      async ({ params, caller }) => {
        const versions = await catalog.versions(caller.user_id, params.name);
        return { items: versions.map((version) => ({ version })) };
      },
    );

    app.get(
      "/custom-bots/:name/versions/:version",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getCustomBotVersion",
          summary: "Get one version of a custom bot",
          tags,
          params: versionParams,
          response: { 200: CustomBotDocument, ...refusals },
        },
      },
      async ({ params, caller }) => shown(caller.user_id, params.name, params.version),
    );

    app.get(
      "/custom-bots/:name/versions/:version/schema",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getCustomBotSchema",
          summary: "Get the configuration schema as uploaded",
          tags,
          params: versionParams,
          response: {
            200: Type.Unknown({ description: "A JSON Schema (draft-07)." }),
            304: Type.Null({ description: "Not modified." }),
            ...refusals,
          },
        },
      },
      async ({ params, caller, headers }, reply) => {
        const found = await catalog.resolve(caller.user_id, params.name, params.version);
        const etag = `"${found.sha256}"`;
        reply.header("etag", etag);
        if (headers["if-none-match"]?.split(/ *, */).includes(etag)) return reply.code(304).send(null);
        return reply.type("application/json; charset=utf-8").send(found.schema_text);
      },
    );

    app.get(
      "/custom-bots/:name/versions/:version/readme",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getCustomBotReadme",
          summary: "Get the README as uploaded",
          tags,
          params: versionParams,
          produces: ["text/markdown"],
          response: { 200: Type.String({ description: "Markdown." }), ...refusals },
        },
      },
      async ({ params, caller }, reply) => {
        const found = await catalog.resolve(caller.user_id, params.name, params.version);
        if (found.readme === undefined) {
          throw new PlatformError("not_found", `"${found.name}" ${found.version} has no README.`);
        }
        return reply.type("text/markdown; charset=utf-8").send(found.readme);
      },
    );
  };
};
