import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { refusals } from "../../operations/documents/problem.ts";
import { DeviceCodes, DeviceRequest, DeviceToken, TokenRequest } from "../../operations/documents/session.ts";
import { baseUrlOf } from "./origin.ts";
import type { HttpParts } from "./parts.ts";
import type { RateLimits } from "./rate-limits.ts";
import { someBody } from "./rest/inputs.ts";

const tags = ["sign-in"];

/** The two requests of a program without a key (RFC 8628). They have no caller, so they are no operations. */
export const deviceRoutes =
  (parts: HttpParts, limits: RateLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    const open = { config: { scope: "public", idempotent: false } as const, preValidation: someBody };

    app.post(
      "/device/code",
      {
        ...open,
        schema: {
          operationId: "createDeviceCode",
          summary: "Begin the sign-in of a program without a browser",
          description: "A signed-in user approves it on the page `verification_uri`.",
          tags,
          security: [],
          body: DeviceRequest,
          response: { 200: DeviceCodes, ...refusals },
        },
      },
      async (request) => {
        await limits.countSignIn(request);
        const { client = "device", scopes = ["read", "deploy"] as const } = request.body;
        const { device_code, user_code, ...rest } = await parts.devices.begin(client, scopes);
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
          operationId: "createDeviceToken",
          summary: "Get the API key of an approved sign-in; it is shown only in this answer",
          description:
            "To be repeated every `interval` seconds while the answer is 400 `authorization_pending`; after `slow_down`, 5 seconds less often.",
          tags,
          security: [],
          body: TokenRequest,
          response: { 200: DeviceToken, ...refusals },
        },
      },
      async (request) => {
        await limits.countPoll(request);
        const { id, scopes, key, userId } = await parts.devices.collect(request.body.device_code);
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
