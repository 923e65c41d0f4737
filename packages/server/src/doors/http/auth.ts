import { PlatformError } from "../../errors/platform-error.ts";
import type { Keys } from "../../keys/keys.ts";
import type { Caller } from "../../users/caller.ts";
import { challenge } from "../../users/revocations.ts";

/** The values of each header, which may be repeated. */
export type DistinctHeaders = Readonly<Record<string, string[] | undefined>>;

/**
 * Returns the API key of a request, from `Authorization: ApiKey …`, `Authorization: Bearer …` or `x-api-key`.
 *
 * @throws {PlatformError} `authentication_required`, `ambiguous_api_key`
 */
export function keyOf({ authorization = [], "x-api-key": plain = [] }: DistinctHeaders): string {
  const given = [...plain];
  for (const line of authorization) {
    const [, key] = /^(?:ApiKey|Bearer) +(\S+) *$/i.exec(line) ?? [];
    if (key !== undefined) given.push(key);
    else if (authorization.some((other) => other !== line)) throw new PlatformError("ambiguous_api_key");
    else if (given.length === 0) {
      throw new PlatformError(
        "authentication_required",
        "Authentication required: the header Authorization must be `ApiKey <key>`.",
        { headers: challenge },
      );
    }
  }
  const [key, ...others] = new Set(given);
  if (key === undefined || key === "") {
    throw new PlatformError("authentication_required", undefined, { headers: challenge });
  }
  if (others.length > 0) throw new PlatformError("ambiguous_api_key");
  return key;
}

/**
 * Returns the caller that the API key belongs to. The error is the same for unknown, wrong, expired and revoked keys.
 *
 * @throws {PlatformError} `authentication_required`, `ambiguous_api_key`, `api_key_invalid`
 */
export async function identify(keys: Keys, headers: DistinctHeaders): Promise<Caller> {
  const caller = await keys.authenticate(keyOf(headers));
  if (!caller) throw new PlatformError("api_key_invalid", undefined, { headers: challenge });
  return caller;
}
