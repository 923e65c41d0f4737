/** The API root of a platform with default settings. */
export const defaultApiUrl = "http://127.0.0.1:7070/api/v1";

/** An address that is not a valid API root, for example one without `http://`. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}

/**
 * Returns the API root for an address. `http://host:7070` and `http://host:7070/` become `http://host:7070/api/v1`;
 * of an address with a path only trailing slashes are removed.
 *
 * @throws {AddressError} if the address is not an `http` or `https` URL, or contains a user name or password
 */
export function apiUrl(given: string): string {
  let url: URL;
  try {
    url = new URL(given);
  } catch (cause) {
    throw new AddressError(`${JSON.stringify(given)} is not a valid URL.`, { cause });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new AddressError(`${JSON.stringify(given)} does not start with http:// or https://.`);
  }
  if (url.username || url.password)
    throw new AddressError("The address must not contain a user name or password.");
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path || "/api/v1"}`;
}

/** Returns the address of the platform, without the path of the API; `/healthz` and the dashboard are there. */
export function baseUrl(api: string): string {
  return api.replace(/\/api\/v\d+$/, "");
}
