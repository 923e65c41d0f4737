import { inputCheck, type PlatformError } from "@botyard/server/building-blocks";
import type { TSchema } from "typebox";
import type { Scenario } from "../public/scenario.ts";
import { scenarioSchema } from "./schema.ts";

/** The scenario is invalid; the message names every problem. */
export class ScenarioError extends TypeError {
  readonly code = "scenario_invalid";

  constructor(problems: readonly string[]) {
    super(`The scenario is invalid.\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ScenarioError";
  }
}

const checks = new Map<TSchema, ReturnType<typeof inputCheck>>();

/** @throws {ScenarioError} if a value does not fit its schema */
export function checkFixture(schema: TSchema, value: unknown): void {
  const check = checks.get(schema) ?? inputCheck(schema, "body");
  checks.set(schema, check);
  const error = check(value);
  if (error) throw scenarioError(error);
}

/** @throws {ScenarioError} if a scenario does not fit its schema */
export function checkScenario(scenario: Scenario): void {
  // An empty scenario needs no compiled schema.
  if (Object.keys(scenario).length > 0) checkFixture(scenarioSchema, withoutFunctions(scenario));
}

/** An error of the platform about a fixture, such as a bot whose config is not valid. */
export function scenarioError(error: PlatformError, what?: string): ScenarioError {
  const items = error.errors ?? [{ detail: error.message }];
  return new ScenarioError(
    items.map(({ pointer, detail, next }) =>
      [what === undefined ? undefined : `${what}:`, pointer && `${pointer}:`, detail, next]
        .filter((part) => part)
        .join(" "),
    ),
  );
}

/** Query handlers that are functions stand for answers. */
function withoutFunctions(value: unknown): unknown {
  if (typeof value === "function") return { value: null };
  if (Array.isArray(value)) return value.map(withoutFunctions);
  if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutFunctions(one)]));
}
