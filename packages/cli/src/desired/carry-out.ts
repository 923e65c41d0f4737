import type { Bot, Client } from "@botyard/client";
import { settleChanged } from "../bots/change.ts";
import { settleStarted, waitFor } from "../bots/settle.ts";
import type { Context } from "../context.ts";
import { invalid } from "../failure.ts";
import { cleanLine } from "../output/clean.ts";
import { uploadPackage } from "../package/upload.ts";
import { failureOf } from "../report.ts";
import type { Carried } from "./document.ts";
import { faultText } from "./fault.ts";
import { inParallel } from "./in-parallel.ts";
import { patiently } from "./patiently.ts";
import { type BotPlan, type CustomBotPlan, changesOf, type Plan } from "./plan.ts";
import { type Planning, planBot } from "./plan-bots.ts";

export interface CarryOptions {
  /** Go on after a change that fails. */
  keepGoing: boolean;
  detach: boolean;
  timeoutMs: number;
  /** Tells what was done. */
  say(text: string): void;
}

interface Phase {
  of(plan: BotPlan): boolean;
  done: string;
  atOnce: number;
  run(plan: BotPlan): Promise<Bot | undefined>;
}

/** Requests that wait for processes. */
const manyAtOnce = 16;

/**
 * The phases of changing bots, in their order. Bots are stopped first, so that no bot runs beside the one that replaces
 * it, and removed last, when all else has been done: until then nothing is lost.
 */
function phasesOf(context: Context, client: Client, timeoutMs: number): Phase[] {
  const stop = async ({ bot }: BotPlan) => {
    const told = await client.bots.stop(bot!.bot_id);
    return waitFor(context, client, told, ["stopped"], timeoutMs);
  };
  return [
    { of: ({ stops }) => stops, done: "Stopped", atOnce: manyAtOnce, run: stop },
    {
      of: ({ patch }) => patch !== undefined,
      ...{ done: "Changed", atOnce: 1 },
      run: ({ bot, patch }) => client.bots.patch(bot!.bot_id, patch!, bot!.revision),
    },
    {
      of: ({ action }) => action === "create",
      ...{ done: "Created", atOnce: 1 },
      run: ({ instance, desired }) => client.bots.create(instance!, desired),
    },
    {
      of: ({ action, starts }) => action === "change" && starts,
      ...{ done: "Started", atOnce: 1 },
      run: ({ bot }) => client.bots.start(bot!.bot_id),
    },
    {
      of: ({ action }) => action === "remove",
      ...{ done: "Removed", atOnce: manyAtOnce },
      // Refused if the bot has changed since the plan was shown.
      run: async ({ bot }) => {
        await client.bots.delete(bot!.bot_id, bot!.revision);
        return undefined;
      },
    },
  ];
}

/** Carries out a plan as far as it goes, and returns what was done and, if not all was, the error. */
export async function carryOut(
  planning: Planning,
  plan: Plan,
  options: CarryOptions,
): Promise<{ carried: Carried; error?: unknown }> {
  const { context, client } = planning;
  const { keepGoing, say } = options;
  const carried: Carried = { done: new Set(), told: new Map(), errors: new Map() };
  const { told } = carried;
  const { customBots, bots } = changesOf(plan);

  const attempt = async (one: BotPlan | CustomBotPlan, run: () => Promise<void>) => {
    if (carried.errors.has(one)) return;
    try {
      await run();
    } catch (error) {
      const name = "name" in one ? one.name : one.packed.config.name;
      carried.errors.set(one, failureOf(error, context.env).message);
      if (!keepGoing || context.signal.aborted) throw error;
      context.warn(`${cleanLine(name)}: ${carried.errors.get(one)}`);
    }
  };

  const changeBots = async () => {
    const phases = phasesOf(context, client, options.timeoutMs);
    for (const [at, phase] of phases.entries())
      await inParallel(bots.filter(phase.of), phase.atOnce, (one) =>
        attempt(one, async () => {
          if (one.action === "remove" && phase.done === "Removed" && carried.errors.size > 0)
            throw new Error("It is not removed, because other changes have failed.");
          const answer = await patiently(context, () => phase.run(one));
          if (answer) told.set(one, answer);
          if (!phases.slice(at + 1).some((later) => later.of(one))) carried.done.add(one);
          say(`${phase.done} ${cleanLine(one.name)}.\n`);
        }),
      );
  };

  try {
    for (const one of customBots)
      await attempt(one, async () => {
        await uploadPackage(context, client, one.packed);
        carried.done.add(one);
        say(`Uploaded ${one.packed.config.name} ${one.packed.config.version}.\n`);
      });
    for (const one of bots.filter(({ isUnchecked }) => isUnchecked))
      await attempt(one, () => checkAgain(planning, one));
    await changeBots();
    if (!options.detach)
      await inParallel([...told], manyAtOnce, async ([one, bot]) => {
        await settle(planning, one, bot, options.timeoutMs).catch((error: unknown) => {
          if (context.signal.aborted) throw error;
          carried.errors.set(one, failureOf(error, context.env).message);
        });
      });
    return { carried };
  } catch (error) {
    return { carried, error };
  }
}

/** Lets the platform check what it could not check before it had the version. */
async function checkAgain(planning: Planning, { found, bot }: BotPlan): Promise<void> {
  const { faults } = await planBot({ ...planning, findNew: async () => undefined }, found!, bot);
  if (faults.length > 0)
    throw invalid("The platform refuses a bot with the version that was uploaded.", faults.map(faultText));
}

/** Waits until a bot that was created, started or changed runs. */
async function settle(
  { context, client }: Planning,
  one: BotPlan,
  told: Bot,
  timeoutMs: number,
): Promise<void> {
  if (one.starts) await settleStarted(context, client, told, timeoutMs);
  else if (one.restarts) await settleChanged(context, client, { before: one.bot!, told }, { timeoutMs });
}
