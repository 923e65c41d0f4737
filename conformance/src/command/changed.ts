import { execFileSync } from "node:child_process";
import { BadInput } from "../bad-input.ts";
import { meaningOf } from "../cases/encode.ts";
import { casesIn, knownOf } from "../cases/load.ts";
import { lockOf, nameOf, readLock } from "../cases/lock.ts";
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
  const [before, now] = [readLock(committed("cases/cases.lock.json")) ?? {}, lockOf(cases)];
  const known = knownOf(contract);
  const files = Object.keys(now).filter((name) => name in before && before[name] !== now[name]);
  const old = new Set(
    files.flatMap((name) => casesIn(committed(`cases/${name}`), name, known).map(meaningOf)),
  );
  const isSame = (one: Case) => before[nameOf(one)] === now[nameOf(one)] || old.has(meaningOf(one));
  const then = JSON.parse(committed("contract/contract.json")) as Contract;
  const texts = new Map(then.clauses.map(({ id, text }) => [id, text]));
  const changed = new Set(
    contract.clauses.filter(({ id, text }) => texts.get(id) !== text).map(({ id }) => id),
  );
  return cases.filter((one) => !isSame(one) || one.clauses.some((id) => changed.has(id)));
}

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
