/**
 * Names that say that a value is a secret, in configs and in output: words in lower case, separated by spaces.
 * Masking, hiding of configs and the refusal of long numbers use this list and no other.
 */
export const secretNames = {
  /** The value is always secret. */
  strong: [
    ...["api key", "access key", "private key", "signing key", "encryption key", "master key", "auth key"],
    ...["secret", "secret key", "credential", "authorization", "cookie", "mnemonic"],
    ...["password", "passwd", "passphrase", "passcode", "pass phrase", "pass code"],
    ...["seed phrase", "recovery phrase"],
  ],
  /** Names that trading bots also use for harmless values, such as a coin ("token"). */
  weak: ["token", "pwd", "session id", "session key", "auth"],
  /** What stands before `token` in the name of a credential; `base_token` and `token_symbol` are coins. */
  tokens: [
    ...["api", "auth", "access", "refresh", "bearer", "session", "bot", "id", "jwt", "oauth", "personal"],
    ...["security", "user", "webhook", "telegram", "slack", "discord", "github"],
  ],
} as const;

/** The pattern of names, with `between` for each space. */
export function patternOf(names: readonly string[], between: string): string {
  return names.map((name) => name.replaceAll(" ", between)).join("|");
}
