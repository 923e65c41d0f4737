import { posix } from "node:path";
import type { Problem } from "../problems/problem.ts";
import { ignoreFile } from "./ignored.ts";
import { entryBytes, type PackEntry, readEntryStart } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";

/** Files up to this size are read to see whether they are harmless. */
const readBytes = 1024 * 1024;
/** Lock files are larger. */
const listBytes = 16 * 1024 * 1024;

type Rule = {
  /** Matches the file's name in lower case. */
  name: RegExp;
  what: string;
  /** Returns true if the file's text shows that it is harmless. */
  unless?: (text: string) => boolean;
  /** Returns true if the file's text has a secret; other files of this name are harmless. */
  if?: (text: string) => boolean;
  next?: string;
};

/** A password or a token in a URL that is not the name of a variable, such as `${TOKEN}`. */
const hasPassword = (text: string): boolean =>
  /\w:\/\/[^\s/:@"']*:[^\s/@"'$]+@|\w:\/\/[\w-]{20,}@/.test(text);
/** A token or password in a line of an .npmrc that is not the name of a variable. */
const hasToken = (text: string): boolean =>
  /(?:_auth|_password|authToken)\s*=\s*(?!["']?\$\{\w+\}["']?\s*$)\S/im.test(text);

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
  {
    name: /^\.npmrc$/,
    what: "a registry token",
    if: (text) => hasToken(text) || hasPassword(text),
    next: "Write the name of an environment variable instead of it: _authToken=${NPM_TOKEN}",
  },
  {
    name: /^(?:requirements[\w.-]*\.(?:txt|in)|constraints[\w.-]*\.txt|pip\.conf|pyproject\.toml|(?:uv|poetry)\.(?:lock|toml)|package(?:-lock)?\.json)$/,
    what: "a list of packages with the password of their index",
    if: hasPassword,
    next: "Leave the password to the settings of pip, uv, Poetry or npm; in requirements.txt, write https://${USER}:${TOKEN}@host.",
  },
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
    const rule = await secretIn(entry);
    if (rule === undefined) continue;
    problems.push({
      code: "pack.secret_file",
      file: entry.path,
      message: `${showPath(entry.path)} looks like ${rule.what}.`,
      next:
        rule.next ??
        `Remove it or add it to ${ignoreFile}; pass secrets to the bot in its instance's config.`,
      severity: "error",
    });
  }
  return problems;
}

async function secretIn(entry: PackEntry): Promise<Rule | undefined> {
  const name = posix.basename(entry.path).toLowerCase();
  const rule = rules.find((candidate) => candidate.name.test(name));
  if (rule === undefined) return undefined;
  if (rule.if !== undefined) {
    const start = await readEntryStart(entry, listBytes);
    return rule.if(start.toString("latin1")) ? rule : undefined;
  }
  if (rule.unless !== undefined && entryBytes(entry) <= readBytes) {
    const start = await readEntryStart(entry, readBytes);
    if (rule.unless(start.toString("latin1"))) return undefined;
  }
  return rule;
}
