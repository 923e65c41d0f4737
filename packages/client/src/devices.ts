import type { Transport } from "./transport.ts";
import type { DeviceCodes, DeviceToken, Scope } from "./types.ts";

/** The sign-in of a program without a browser (RFC 8628). Needs no key. */
export const deviceCalls = (transport: Transport) => ({
  begin: (wanted: { client?: string; scopes?: Scope[] }) =>
    transport.json<DeviceCodes>("POST", "/device/code", { json: wanted }),

  /**
   * Returns the key, once the sign-in is approved.
   *
   * @throws {ApiError} `authorization_pending` until then; `slow_down`, `access_denied`, `expired_token`,
   * `invalid_grant`
   */
  collect: (deviceCode: string) =>
    transport.json<DeviceToken>("POST", "/device/token", { json: { device_code: deviceCode } }),
});
