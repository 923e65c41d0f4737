import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BadInput } from "../bad-input.ts";
import { displayPath } from "../cases/load.ts";
import { writeLock } from "../cases/lock.ts";
import { caseSchema } from "../cases/schema.ts";
import {
  bundledContract,
  type Contract,
  contractFile,
  messagesFile,
  packageFolder,
  pin,
  pinsFile,
  readContract,
  readPins,
} from "../spec/index.ts";
import { ownCases, pinsPath } from "./load-setting.ts";

/**
 * Writes `contract.json` and `messages.json` from the contract page, if there is one, the schema of case files, and the
 * lock file from the case files.
 *
 * @throws {BadInput} if the page or a case is invalid
 */
export async function lockCommand(print: (text: string) => void): Promise<0> {
  const page = join(packageFolder(), "../docs/reference/contract.md");
  if (existsSync(page)) {
    const contract = contractOf(page);
    for (const [name, text] of [
      ["contract/contract.json", contractFile(contract)],
      ["contract/messages.json", messagesFile(contract)],
      ["schema/case.schema.json", caseSchema()],
    ] as const) {
      const file = join(packageFolder(), name);
      writeFileSync(file, text);
      print(`wrote ${file}`);
    }
  }
  print(`wrote ${await writeLock(ownCases())}`);
  return 0;
}

function contractOf(page: string): Contract {
  try {
    return readContract(readFileSync(page, "utf8"));
  } catch (error) {
    throw new BadInput([{ file: displayPath(page), message: (error as Error).message }]);
  }
}

/**
 * Records that the cases of these clauses were reviewed against the clauses' current text.
 *
 * @param ids ids of clauses, or `all`
 * @throws {BadInput} if a clause does not exist, or the contract or the pins are invalid
 */
export function pinCommand(ids: string[], print: (text: string) => void): 0 {
  const contract = bundledContract();
  const named = ids.includes("all") ? contract.clauses.map(({ id }) => id) : ids;
  const file = pinsPath();
  writeFileSync(file, pinsFile(pin(readPins(file), contract, named)));
  print(`pinned ${named.length === 1 ? named[0] : `${named.length} clauses`} in ${file}`);
  return 0;
}
