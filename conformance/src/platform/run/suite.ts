import type { Delivered, Failure } from "../../model.ts";
import type { NotOwed } from "../../run/plan.ts";
import { inPool } from "../../run/pool.ts";
import type { OpenPlatform, PlatformCase, PlatformTestee } from "../model.ts";
import { Platforms } from "../world/platforms.ts";
import { runPlatformCase } from "./case.ts";
import { HttpClient } from "./http.ts";

export interface PlatformPlan {
  owed: PlatformCase[];
  notOwed: NotOwed[];
  notRun: { case: string; testee: string; peer: null; reason: string }[];
}

/** Plans the cases whose capabilities the platform has. */
export function planOf(cases: PlatformCase[], testee: string, lacks: Record<string, string>): PlatformPlan {
  const plan: PlatformPlan = { owed: [], notOwed: [], notRun: [] };
  for (const one of cases) {
    const capability = one.needs.find((need) => need in lacks);
    if (capability === undefined) plan.owed.push(one);
    else
      plan.notOwed.push({
        ...{ case: one.id, testee, peer: null },
        ...{ capability, lacking: testee, reason: lacks[capability]! },
      });
  }
  return plan;
}

export interface PlatformRunOptions {
  jobs: number;
  stop: AbortSignal;
  on?: (delivered: Delivered) => void;
}

/** Runs the cases at once on one platform and returns a verdict for each. */
export async function runOnPlatform(
  cases: PlatformCase[],
  open: OpenPlatform,
  testee: Pick<PlatformTestee, "name" | "knownFailures">,
  { jobs, stop, on }: PlatformRunOptions,
): Promise<Delivered[]> {
  const platforms = new Platforms(open);
  const client = new HttpClient();
  const verdicts = new Map<PlatformCase, Delivered>();
  const cleaning: Promise<void>[] = [];
  const work = async (one: PlatformCase): Promise<void> => {
    const { failures, seconds, cleanUp } = await runPlatformCase(one, await platforms.placeOf(one), client);
    const delivered = deliver(one, testee, failures, seconds);
    verdicts.set(one, delivered);
    on?.(delivered);
    cleaning.push(cleanUp());
  };
  await inPool(cases, jobs, work, stop);
  await Promise.all(cleaning);
  await platforms.close();
  client.close();
  const unfinished: Failure = {
    verdict: "error",
    at: "runner",
    text: "the run was stopped before this case",
  };
  return cases.map(
    (one) => verdicts.get(one) ?? { ...line(one, testee.name), verdict: "not-run", failures: [unfinished] },
  );
}

function deliver(
  one: PlatformCase,
  { name, knownFailures }: Pick<PlatformTestee, "name" | "knownFailures">,
  failures: Failure[],
  seconds: number,
): Delivered {
  const blank = { ...line(one, name), seconds };
  const [first] = failures;
  const known = knownFailures.find((entry) => entry.case === one.id);
  if (!known) return { ...blank, verdict: first?.verdict ?? "pass", failures };
  if (!first) {
    const text = `passes, but is listed as a known failure: ${known.reason}`;
    return { ...blank, verdict: "stale-known", failures: [{ verdict: "fail", at: "known failure", text }] };
  }
  if (first.verdict !== "fail") return { ...blank, verdict: first.verdict, failures };
  if (known.fails === `${first.at}: ${first.text}`) return { ...blank, verdict: "known-fail", failures };
  const text = `differs from the listed failure: ${known.fails}`;
  return { ...blank, verdict: "fail", failures: [first, { verdict: "fail", at: "known failure", text }] };
}

const line = (one: PlatformCase, testee: string): Omit<Delivered, "verdict" | "failures"> => ({
  testee,
  peer: null,
  case: one.id,
  area: one.area,
  clauses: one.from,
  seconds: 0,
});
