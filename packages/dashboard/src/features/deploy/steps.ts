import { go, search } from "../../lib/url.ts";

/** The steps of creating a bot, in order; the address has the one that is shown. */
export const steps = [
  { at: "bot", name: "Custom bot" },
  { at: "config", name: "Config" },
  { at: "name", name: "Name" },
  { at: "review", name: "Review" },
] as const;

export type Step = (typeof steps)[number]["at"];

/** The step that is shown: the first one while no custom bot is chosen. */
export function currentStep(): Step {
  const { value } = search;
  const found = steps.find(({ at }) => at === value.get("step"));
  return value.get("custom_bot") && found ? found.at : "bot";
}

/** Goes to a step, as a page of its own: the browser's buttons lead back and forth. */
export function goToStep(step: Step, values: Record<string, string | undefined> = {}): void {
  const target = new URL(location.href);
  for (const [name, value] of Object.entries({ ...values, step }))
    if (value === undefined) target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  go(target.href);
}

/** The step with the field that a problem is about. */
export function stepOf(pointer: string): Step {
  if (pointer.startsWith("/config")) return "config";
  if (pointer === "/type" || pointer === "/version") return "bot";
  return "name";
}

/** The first step with a problem. */
export const firstStepOf = (pointers: readonly string[]): Step | undefined =>
  steps.find(({ at }) => pointers.some((pointer) => stepOf(pointer) === at))?.at;
