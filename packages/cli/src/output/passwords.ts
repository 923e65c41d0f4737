/** A user and a password before the host of a URL. The password cannot be told from a token without a user. */
const inUrl = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi;

/** Returns a text with `****` in place of what URLs have before `@`, and of other secrets. */
export function withoutPasswords(text: string, secrets: readonly string[] = []): string {
  let shown = text.replaceAll(inUrl, "$1****@");
  for (const secret of secrets) if (secret !== "") shown = shown.replaceAll(secret, "****");
  return shown;
}
