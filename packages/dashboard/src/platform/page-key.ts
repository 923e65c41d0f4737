const name = "botyard.page-key";

/**
 * Returns the page key of the session, which the page after the sign-in has stored. It is read for each request, because the
 * user may have signed in again in another tab.
 */
export function pageKey(): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    // The platform then refuses the request, and the page leads to the sign-in page, which says what is missing.
    return undefined;
  }
}
