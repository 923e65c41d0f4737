import { BadInput } from "../../bad-input.ts";
import { suggestion } from "../../cases/nearest.ts";
import type { PlatformCase } from "../model.ts";

/** Which cases are wanted: with neither areas nor cases, all. */
export interface Choice {
  area: string[];
  case: string[];
  slow?: boolean;
}

/**
 * Returns the cases that are named, and those of them that are run: slow ones only on demand, or if a case or an area is
 * named.
 *
 * @throws {BadInput} if there is no such area or case
 */
export function chosenCases(
  all: PlatformCase[],
  { area: areas, case: ids, slow: withSlow = false }: Choice,
): { named: PlatformCase[]; cases: PlatformCase[] } {
  requireKnown("area", areas, new Set(all.map(({ area }) => area)));
  requireKnown("case", ids, new Set(all.flatMap(({ id, template }) => [id, template])));
  const named = all.filter(
    ({ id, template, area }) =>
      (areas.length === 0 || areas.includes(area)) &&
      (ids.length === 0 || ids.includes(id) || ids.includes(template)),
  );
  const isChosen = areas.length > 0 || ids.length > 0;
  return { named, cases: named.filter(({ slow }) => !slow || withSlow || isChosen) };
}

function requireKnown(what: string, names: string[], all: Set<string>): void {
  for (const name of names.filter((one) => !all.has(one)))
    throw bad(`there is no ${what} ${name}: ${suggestion(name, all)}`);
}

/** What is wrong with the options. */
export const bad = (message: string): BadInput =>
  new BadInput([{ file: "botyard-conformance platform", message }]);
