import type { Bot } from "@botyard/client";
import { type BotPlan, type CustomBotPlan, countChanges, type Plan } from "./plan.ts";

/** What was done of a plan. */
export interface Carried {
  done: Set<BotPlan | CustomBotPlan>;
  /** The last answer of the platform about a bot. */
  told: Map<BotPlan, Bot>;
  /** Why something was not done, or a bot does not run. */
  errors: Map<BotPlan | CustomBotPlan, string>;
}

export const planFields = [
  "name",
  "dry_run",
  "applied",
  "differences",
  "custom_bots",
  "bots",
  "left",
  "not_owned",
  "problems",
  "warnings",
];

/** The JSON document of a plan and what was done of it. */
export function planDocument(
  plan: Plan,
  { dryRun, carried }: { dryRun: boolean; carried?: Carried | undefined },
): object {
  return {
    name: plan.name,
    dry_run: dryRun,
    applied: carried !== undefined && carried.errors.size === 0,
    differences: countChanges(plan),
    custom_bots: plan.customBots.map((one) => {
      const { name, version } = one.packed.config;
      return { name, version, folder: one.folder, action: one.action, ...result(one, carried) };
    }),
    bots: plan.bots.map((bot) => botDocument(bot, carried)),
    left: plan.left,
    not_owned: plan.notOwned,
    problems: plan.faults,
    warnings: plan.warnings,
  };
}

function botDocument(plan: BotPlan, carried?: Carried): object {
  const { action, name, type, version, found, bot, starts, stops, restarts, differences } = plan;
  return {
    ...{
      action,
      name,
      bot_id: (bot ?? carried?.told.get(plan))?.bot_id ?? null,
      type,
      version,
      file: found?.file ?? null,
    },
    ...{ starts, stops, restarts, differences, ...result(plan, carried) },
  };
}

function result(one: BotPlan | CustomBotPlan, carried?: Carried): object {
  const error = carried?.errors.get(one);
  return { done: carried?.done.has(one) ?? false, ...(error !== undefined && { error }) };
}
