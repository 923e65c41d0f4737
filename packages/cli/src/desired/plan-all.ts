import type { Bot } from "@botyard/client";
import type { FoundInstance } from "./folder.ts";
import { applyLabel, type BotPlan, type Plan } from "./plan.ts";
import { faulty, type Planning, planBot } from "./plan-bots.ts";

interface Given {
  instances: readonly FoundInstance[];
  /** Remove bots that belong to these files and are in none of them. */
  prune: boolean;
}

/** Adds to a plan what becomes of each bot. */
export async function planBots(planning: Planning, plan: Plan, { instances, prune }: Given): Promise<void> {
  const { client, name } = planning;
  const bots = await client.bots.list();
  const seen = new Map<string, FoundInstance>();
  for (const found of instances) {
    const before = seen.get(found.instance.name);
    seen.set(found.instance.name, before ?? found);
    const bot = bots.find((one) => one.name === found.instance.name);
    const planned = before ? twice(found, before) : await planBot(planning, found, bot);
    if (planned.plan) plan.bots.push(planned.plan);
    if (planned.plan && planned.isNotOwned) plan.notOwned.push(found.instance.name);
    plan.faults.push(...planned.faults);
    plan.warnings.push(...planned.warnings);
  }
  const others = bots.filter((bot) => bot.labels?.[applyLabel] === name && !seen.has(bot.name));
  // What a file with faults says there should be is not known.
  if (prune && plan.faults.length === 0) plan.bots.push(...others.map(removed));
  else plan.left.push(...others.map((bot) => bot.name));
}

const twice = (found: FoundInstance, { file, line }: FoundInstance) =>
  faulty(
    found,
    "name",
    `The name ${JSON.stringify(found.instance.name)} is also in ${file}:${line}.`,
    "Names of bots are unique: give one of the two another name.",
  );

const removed = (bot: Bot): BotPlan => ({
  ...{ action: "remove", name: bot.name, type: bot.type, version: bot.version, bot },
  ...{
    starts: false,
    stops: bot.desired === "running",
    restarts: false,
    differences: [],
    isUnchecked: false,
  },
});
