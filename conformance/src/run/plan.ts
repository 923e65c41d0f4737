import type { Case, Testee } from "../model.ts";
import { compareVersions } from "../spec/contract.ts";
import type { Owed } from "./case.ts";
import { hindrance } from "./tracer.ts";

/** A verdict that is not owed because one of the testees lacks a capability. */
export interface NotOwed {
  case: string;
  testee: string;
  peer: string | null;
  capability: string;
  /** The testee that lacks it, and why. */
  lacking: string;
  reason: string;
}

/**
 * The verdicts that a run owes, those it does not owe because a testee lacks something, and those that this machine cannot
 * deliver, with the reasons.
 */
export interface Plan {
  owed: Owed[];
  notOwed: NotOwed[];
  notRun: { case: string; testee: string; peer: string | null; reason: string }[];
}

export interface Choice {
  areas: string[];
  /** Ids of cases or of templates. */
  cases: string[];
  /** Names of testees, `python` for what one owes alone, or of pairs, `python:node`. Of all, if there is none. */
  only?: string[];
  /** The version of the contract to require (default: the one that each testee keeps, in a pair the older of both). */
  requirements?: string;
}

/**
 * Plans the chosen cases for every testee, and cases of pairs for every ordered pair.
 *
 * @param hindranceOf returns why this machine cannot run a case; undefined if it can
 */
export function planOf(
  cases: Case[],
  testees: Testee[],
  choice: Choice,
  hindranceOf: (one: Case) => string | undefined = hindrance,
): Plan {
  const plan: Plan = { owed: [], notOwed: [], notRun: [] };
  for (const one of cases.filter((candidate) => isChosen(candidate, choice))) {
    for (const testee of testees) {
      const peers = one.pairs ? testees : [null];
      for (const peer of peers)
        if (isWanted(testee, peer, choice) && isRequired(one, [testee, peer], choice))
          put(plan, { case: one, testee, peer }, hindranceOf);
    }
  }
  return plan;
}

const isWanted = ({ name }: Testee, peer: Testee | null, { only = [] }: Choice): boolean =>
  only.length === 0 || only.includes(peer === null ? name : `${name}:${peer.name}`);

/** Whether the case expects what the contract says in the required version, or in the one that the testees keep. */
function isRequired({ since, until }: Case, testees: (Testee | null)[], { requirements }: Choice): boolean {
  const kept = testees.flatMap((testee) => testee?.contract ?? []);
  const version = requirements ?? kept.sort(compareVersions)[0]!;
  return (
    (since === undefined || compareVersions(since, version) <= 0) &&
    (until === undefined || compareVersions(version, until) <= 0)
  );
}

function put(plan: Plan, owed: Owed, hindranceOf: (one: Case) => string | undefined): void {
  for (const capability of owed.case.needs) {
    for (const testee of [owed.testee, owed.peer]) {
      const reason = testee?.lacks[capability];
      if (reason === undefined) continue;
      plan.notOwed.push({
        ...{ case: owed.case.id, testee: owed.testee.name, peer: owed.peer?.name ?? null },
        ...{ capability, lacking: testee!.name, reason },
      });
      return;
    }
  }
  const reason = hindranceOf(owed.case);
  const peer = owed.peer?.name ?? null;
  if (reason === undefined) plan.owed.push(owed);
  else plan.notRun.push({ case: owed.case.id, testee: owed.testee.name, peer, reason });
}

function isChosen(one: Case, { areas, cases }: Choice): boolean {
  if (areas.length > 0 && !areas.includes(one.area)) return false;
  return cases.length === 0 || cases.includes(one.id) || cases.includes(one.template);
}

/** Returns the items in an order that depends on the seed. */
export function shuffled<T>(items: T[], seed: number): T[] {
  const result = [...items];
  let state = seed >>> 0;
  const next = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
