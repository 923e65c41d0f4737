/** Where the platform listens unless somebody says otherwise. */
export const defaultApiUrl = "http://127.0.0.1:7070/api/v1";

/** An address that can not be an API root, for instance one without `http://`. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}

/**
 * The API root that a person meant: `http://host:7070` and `http://host:7070/` stand for
 * `http://host:7070/api/v1`, an address with a path is taken as it is. Throws {@link AddressError}.
 */
export function apiUrl(given: string): string {
  let url: URL;
  try {
    url = new URL(given);
  } catch (cause) {
    throw new AddressError(`${JSON.stringify(given)} is not an address.`, { cause });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new AddressError(`${JSON.stringify(given)} does not begin with http:// or https://.`);
  }
  if (url.username || url.password)
    throw new AddressError("An address may not carry a user name or password.");
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path || "/api/v1"}`;
}

/** The address of the platform itself, where `/healthz` and the dashboard are. */
export function baseUrl(api: string): string {
  return api.replace(/\/api\/v\d+$/, "");
}
