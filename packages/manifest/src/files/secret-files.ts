import { posix } from "node:path";
import type { Problem } from "../problems/problem.ts";
import { ignoreFile } from "./ignored.ts";
import { entryBytes, type PackEntry, readEntryStart } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";

/** Files up to this size are read to see whether they are harmless. */
const readBytes = 1024 * 1024;

type Rule = {
  /** Matches the file's name in lower case. */
  name: RegExp;
  what: string;
  /** Returns true if the file's text shows that it is harmless. */
  unless?: (text: string) => boolean;
};

const dataFile = "(?:\\.(?:json|ya?ml|toml|ini|cfg|conf|csv|txt|xml|env|properties))?";

const rules: Rule[] = [
  {
    name: /^\.env(?!\.(?:example|sample|template|dist)$)(?:[.-].*)?$|^.+\.env$/,
    what: "environment variables",
  },
  { name: /\.(?:pem|key|crt\.key)$/, what: "a private key", unless: isPublic },
  { name: /\.(?:p12|pfx|jks|keystore|kdbx?|ppk|pkcs12|p8)$/, what: "a key store" },
  { name: /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|_rsa$/, what: "an SSH key" },
  { name: new RegExp(`^\\.?credentials?${dataFile}$`), what: "credentials" },
  { name: new RegExp(`^\\.?secrets?${dataFile}$`), what: "secrets" },
  { name: new RegExp(`^(?:api[-_]?keys?|passwords?)${dataFile}$`), what: "credentials" },
  { name: /^service[-_]?account.*\.json$|^client[-_]secrets?.*\.json$/, what: "credentials" },
  { name: /^\.npmrc$/, what: "a registry token", unless: (text) => !/_auth|_password|authToken/i.test(text) },
  {
    name: /^(?:\.pypirc|\.netrc|_netrc|\.git-credentials|\.htpasswd|\.pgpass|\.dockercfg)$/,
    what: "credentials",
  },
  { name: /^wallet\.dat$|^.*\.mnemonic$/, what: "a wallet" },
];

/** Returns true for a certificate or public key without a private key. */
function isPublic(text: string): boolean {
  return (
    /-----BEGIN (?:TRUSTED )?(?:CERTIFICATE|PUBLIC KEY|X509 CRL)-----/.test(text) && !/PRIVATE KEY/.test(text)
  );
}

/** Returns a problem for each file that looks like a secret: everyone with access to the package could read it. */
export async function findSecretFiles(entries: readonly PackEntry[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const entry of entries) {
    const what = await secretIn(entry);
    if (what === undefined) continue;
    problems.push({
      code: "pack.secret_file",
      file: entry.path,
      message: `${showPath(entry.path)} looks like ${what}.`,
      next: `Remove it or add it to ${ignoreFile}; pass secrets to the bot in its instance's config.`,
      severity: "error",
    });
  }
  return problems;
}

async function secretIn(entry: PackEntry): Promise<string | undefined> {
  const name = posix.basename(entry.path).toLowerCase();
  const rule = rules.find((candidate) => candidate.name.test(name));
  if (rule === undefined) return undefined;
  if (rule.unless !== undefined && entryBytes(entry) <= readBytes) {
    const start = await readEntryStart(entry, readBytes);
    if (rule.unless(start.toString("latin1"))) return undefined;
  }
  return rule.what;
}
