import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { trackedPaths } from "../run/tracked.ts";

/** A dropped wording and its replacement. */
interface Dropped {
  not: RegExp;
  but: string;
}

/**
 * Wordings that confused readers. Add a row when a wording is dropped, so that it does not come back.
 * `docs/reference/glossary.md` has the terms to use.
 */
export const dropped: Dropped[] = [
  { not: /\bcan not\b/i, but: "cannot" },
  { not: /\bunless (?:said|you say so)\b/i, but: '"(default: …)"' },
  { not: /\bwhoever\b/i, but: "the one that does it: the caller, the reader, the process" },
  { not: /\b(?:is|are) said (?:as|aloud|once)\b|\bsaid as\b/i, but: '"is reported as"' },
  { not: /\bcan(?:not| not) be meant\b/i, but: '"is invalid"' },
  { not: /\b(?:has|have|had) (?:it|them) stand\b|\b(?:stands?|stood|standing) still\b/i, but: '"is paused"' },
  { not: /\bthe bot's own user\b/i, but: '"the bot\'s user"' },
  { not: /\b(?:can|could|may) (?:no longer |not )?get (?:to|at) (?:it|them|the|a|\{)/i, but: '"can access"' },
  { not: /\bfor ever\b/i, but: '"continuously", "until it is stopped"' },
  { not: /\b(?:some|every)body else\b/i, but: "another process, other clients, other users" },
  { not: /\b(?:fell|falls?|falling) short\b/i, but: '"failed", "does not meet"' },
  { not: /\bin vain\b/i, but: '"timed out", "without effect"' },
  { not: /\bis sensel?ess\b|\bmakes? no sense of\b/i, but: '"is invalid", "cannot be parsed"' },
];

/** Files with third-party text, or with the dropped wordings themselves. */
const exempt = [
  /(?:^|\/)(?:pnpm-lock\.yaml|package-lock\.json|LICENSE)$/,
  /\.(?:csv|tgz|whl|png)$/,
  /^packages\/repo\/(?:src\/check|test)\/words\b/,
];

export interface File {
  path: string;
  text: string;
}

/** Returns every dropped wording in the files, one sentence each. */
export function findDropped(files: readonly File[]): string[] {
  return files
    .filter(({ path }) => !exempt.some((pattern) => pattern.test(path)))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) =>
        dropped.flatMap(({ not, but }) => {
          const found = not.exec(line)?.[0];
          return found === undefined ? [] : [`${path}:${index + 1}: "${found}": write ${but}`];
        }),
      ),
    );
}

/** Returns every file of the clone that git tracks or would add. */
export function repositoryFiles(root: string): File[] {
  return trackedPaths(root)
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
