import { isPlainName } from "@botyard/manifest";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { PlatformError } from "../../errors/platform-error.ts";
import {
  DeviceCodes,
  DeviceForm,
  DeviceRequest,
  DeviceToken,
  deviceGrant,
  deviceRefusals,
  TokenForm,
  TokenRequest,
} from "../../operations/documents/device.ts";
import { type Scope, scopes } from "../../users/caller.ts";
import { formType } from "./forms.ts";
import { isForm, speakOAuth } from "./oauth.ts";
import { baseUrlOf } from "./origin.ts";
import type { HttpParts } from "./parts.ts";
import type { RateLimits } from "./rate-limits.ts";
import { type Source, signInSource } from "./sign-in-source.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Where a sign-in comes from; set for sign-ins and their polls. */
    signInSource?: Source;
  }
}

const open = { config: { scope: "public", idempotent: false } as const };
const documented = { tags: ["sign-in"], security: [] };
const bodies = (json: TSchema, form: TSchema) => ({
  content: { "application/json": { schema: json }, [formType]: { schema: form } },
});

/** The two requests of a program without a key (RFC 8628). They have no caller, so they are no operations. */
export const deviceRoutes =
  (parts: HttpParts, limits: RateLimits): FastifyPluginAsync =>
  async (app) => {
    speakOAuth(app);
    app.decorateRequest("signInSource");

    app.post(
      "/device/code",
      {
        ...open,
        schema: {
          ...documented,
          operationId: "createDeviceCode",
          summary: "Begin the sign-in of a program without a browser",
          description: "A signed-in user approves it on the page `verification_uri`.",
          body: bodies(DeviceRequest, DeviceForm),
          response: { 200: DeviceCodes, ...deviceRefusals },
        },
      },
      async (request) => {
        const wanted = wantedIn(request);
        request.signInSource = await signInSource(parts.settings, request);
        await limits.countSignIn(request);
        const { device_code, user_code, ...rest } = await parts.devices.begin({
          ...wanted,
          ...request.signInSource!,
        });
        const page = `${baseUrlOf(parts.settings, request)}/device`;
        return {
          device_code,
          user_code,
          verification_uri: page,
          verification_uri_complete: `${page}?user_code=${user_code}`,
          ...rest,
        };
      },
    );

    app.post(
      "/device/token",
      {
        ...open,
        schema: {
          ...documented,
          operationId: "createDeviceToken",
          summary: "Get the API key of an approved sign-in; it is shown only in this answer",
          description:
            "To be repeated every `interval` seconds while the answer is 400 `authorization_pending`; after `slow_down`, 5 seconds less often.",
          body: bodies(TokenRequest, TokenForm),
          response: { 200: DeviceToken, ...deviceRefusals },
        },
        preValidation: async (request) => {
          if (!isForm(request)) return;
          // Before the other fields, which depend on it.
          const { grant_type } = request.body as Partial<Static<typeof TokenForm>>;
          if (grant_type !== undefined && grant_type !== deviceGrant)
            throw new PlatformError("unsupported_grant_type");
        },
      },
      async (request) => {
        request.signInSource = await signInSource(parts.settings, request);
        await limits.countPoll(request);
        const { device_code } = request.body as Static<typeof TokenRequest>;
        const { id, scopes, key, userId } = await parts.devices.collect(device_code);
        const user_name = await parts.users.nameOf(userId);
        return {
          access_token: key,
          token_type: "Bearer" as const,
          scope: scopes.join(" "),
          key_id: id,
          user_name,
        };
      },
    );
  };

/** @throws {PlatformError} `invalid_scope`, `validation_failed`, `invalid_parameter` */
function wantedIn(request: FastifyRequest): { client: string; scopes: readonly Scope[] } {
  const { client_id, scope } = request.body as Static<typeof DeviceForm>;
  const json = request.body as Static<typeof DeviceRequest>;
  const asForm = isForm(request);
  const wanted = asForm ? { client: client_id, scopes: scope && scopesIn(scope) } : json;
  const { client = "device" } = wanted;
  if (!isPlainName(client)) {
    const detail = `The name ${JSON.stringify(client)} contains a control or invisible character.`;
    throw new PlatformError(asForm ? "invalid_parameter" : "validation_failed", detail, {
      errors: [{ pointer: asForm ? "client_id" : "/client", detail }],
    });
  }
  return { client, scopes: wanted.scopes || ["read", "deploy"] };
}

function scopesIn(text: string): Scope[] {
  return [...new Set(text.split(" "))].map((name) => {
    const known = scopes.find((scope) => scope === name);
    if (known === undefined)
      throw new PlatformError("invalid_scope", `There is no scope ${JSON.stringify(name)}.`);
    return known;
  });
}
