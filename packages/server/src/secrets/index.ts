export { isSealed, KeyRing } from "./key-ring.ts";
export { keyFileOf, loadKeys } from "./load-keys.ts";
export { leastCharacters, mostBytes, NamedSecrets } from "./named-secrets.ts";
export { sealStored } from "./seal-stored.ts";
export { aboutSecret, type Opened, SecretUnavailableError, Vault, withValues } from "./vault.ts";
