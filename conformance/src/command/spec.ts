import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeLock } from "../cases/lock.ts";
import {
  bundledContract,
  contractFile,
  packageFolder,
  pin,
  pinsFile,
  readContract,
  readPins,
} from "../spec/index.ts";
import { ownCases, pinsPath } from "./load-setting.ts";

/** Takes over the contract page, where there is one, and makes the lock file anew. */
export async function lockCommand(print: (text: string) => void): Promise<0> {
  const page = join(packageFolder(), "../docs/reference/contract.md");
  if (existsSync(page)) {
    const file = join(packageFolder(), "contract/contract.json");
    writeFileSync(file, contractFile(readContract(readFileSync(page, "utf8"))));
    print(`wrote ${file}`);
  }
  print(`wrote ${await writeLock(ownCases())}`);
  return 0;
}

/** Notes that the cases of these clauses fit the clauses' text of today. */
export function pinCommand(ids: string[], print: (text: string) => void): 0 {
  const contract = bundledContract();
  const named = ids.includes("all") ? contract.clauses.map(({ id }) => id) : ids;
  const file = pinsPath();
  writeFileSync(file, pinsFile(pin(readPins(file), contract, named)));
  print(`pinned ${named.length === 1 ? named[0] : `${named.length} clauses`} in ${file}`);
  return 0;
}
