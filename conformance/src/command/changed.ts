import { execFileSync } from "node:child_process";
import { BadInput } from "../bad-input.ts";
import { encodeCase } from "../cases/encode.ts";
import type { Case } from "../model.ts";
import type { Contract } from "../spec/contract.ts";
import { packageFolder } from "../spec/package-folder.ts";
import type { Setting } from "./setting.ts";

/**
 * Returns the cases that are new or changed since the last commit, and those whose clauses changed.
 *
 * @param committed returns the text of a file of this package in the last commit
 * @throws {BadInput} if the last commit cannot be read
 */
export function changedCases(
  { cases, contract }: Pick<Setting, "cases" | "contract">,
  committed: (file: string) => string = ofLastCommit,
): Case[] {
  // Each case is one line of the lock file.
  const before = new Set(committed("cases/cases.lock.json").split(/,?\n/).map(withoutPlace));
  const then = JSON.parse(committed("contract/contract.json")) as Contract;
  const texts = new Map(then.clauses.map(({ id, text }) => [id, text]));
  const changed = new Set(
    contract.clauses.filter(({ id, text }) => texts.get(id) !== text).map(({ id }) => id),
  );
  return cases.filter(
    (one) => !before.has(withoutPlace(encodeCase(one))) || one.clauses.some((id) => changed.has(id)),
  );
}

/** A case that only moved within its file counts as unchanged. */
const withoutPlace = (line: string): string => line.replace(/"line":\d+/, "");

function ofLastCommit(file: string): string {
  try {
    return execFileSync("git", ["show", `HEAD:./${file}`], {
      cwd: packageFolder(),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const why = (stderr ?? String(error)).trim().split("\n")[0];
    const message = `--changed compares with the last commit, which cannot be read: ${why}`;
    throw new BadInput([{ file, message }]);
  }
}
