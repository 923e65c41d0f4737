import { isLabelText } from "@botyard/manifest";
import { timeoutOf } from "../bots/settle.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { carryOut } from "../desired/carry-out.ts";
import { type Carried, planDocument, planFields } from "../desired/document.ts";
import { byPlace, faultText } from "../desired/fault.ts";
import { folderName, readDesired } from "../desired/folder.ts";
import { countChanges, type Plan } from "../desired/plan.ts";
import { planBots } from "../desired/plan-all.ts";
import type { Planning } from "../desired/plan-bots.ts";
import { findNewIn, planCustomBots, withPacked } from "../desired/plan-custom-bots.ts";
import { planText, remarks } from "../desired/plan-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { Failure, failed, invalid, usage } from "../failure.ts";
import { counted } from "../output/counted.ts";
import { knownRuntimes, runtimesOption } from "../package/runtimes.ts";
import { failureOf } from "../report.ts";

interface Options {
  file?: string;
  name?: string;
  dryRun?: boolean;
  prune?: boolean;
  adopt?: boolean;
  yes?: boolean;
  keepGoing?: boolean;
  allowSecrets?: boolean;
  runtimes?: string;
  detach?: boolean;
  timeout?: string;
}

export default defineCommand<Options>({
  about: [
    "Makes the platform what the files of a folder say: folders with a bot-config.yaml are custom bots, which are deployed as by custom-bot deploy; all other *.yaml, *.yml and *.json files are instance configurations, one or a list of them in each, with an optional field desired: running or stopped. Shows first what changes, then asks.",
    "Everything is checked before anything is changed: if one bot is invalid, nothing changes, unless --keep-going is given. Applying the same files again changes nothing. After an interruption, applying them again makes the changes that are missing.",
    "The bots that it creates have the label botyard.apply with the name of the files. Bots without it are not changed unless --adopt is given. With --prune, bots with the label that are in no file are stopped and deleted with their state; versions of custom bots are never deleted.",
  ],
  examples: [
    ["Show what would change", "platform apply -f bots --dry-run"],
    [
      "Apply the files in a script, and remove bots whose files were removed",
      "platform apply -f bots --prune --yes",
    ],
  ],
  options: [
    { flags: "-f, --file <folder>", help: "the folder with the files", completes: "folders" },
    { flags: "--name <name>", help: "the name of the files (default: the folder's name)" },
    { flags: "--dry-run", help: "show what would change; change nothing" },
    { flags: "--prune", help: "remove bots of these files that are in none of them" },
    { flags: "--adopt", help: "take over bots of the same name that apply did not create" },
    { flags: "-y, --yes", help: "do not ask for confirmation" },
    { flags: "--keep-going", help: "leave out what is invalid or fails, and do the rest" },
    { flags: "--allow-secrets", help: "also upload files that look like secrets" },
    runtimesOption,
    { flags: "-d, --detach", help: "do not wait for bots to start" },
    { flags: "--timeout <duration>", help: "how long to wait for each (default: 60s)" },
  ],
  json: planFields,
  exits: [
    "1 if a change failed, a bot does not run after it, or, with --keep-going, something was left out.",
    "6 if files are invalid; nothing was changed.",
    "8 with --dry-run, if there are differences.",
  ],
  async run(context, _args, options) {
    const timeoutMs = timeoutOf(options.timeout, 60_000);
    const folder = options.file ?? missing();
    const name = options.name ?? folderName(context, folder);
    if (!isLabelText(name))
      throw usage(
        `${JSON.stringify(name)} cannot be the name of the files: it must be a text that a label can have.`,
        `platform apply -f ${folder} --name <name>`,
      );
    if (!options.yes && !options.dryRun && (!context.interactive || context.globals.json))
      throw usage(
        "--yes or --dry-run is required with --json, or when not running interactively.",
        `platform apply -f ${folder} --dry-run`,
      );
    const runtimes = await knownRuntimes(context, options.runtimes);
    const desired = await readDesired(context, folder);
    const client = await context.connect();
    const packing = { runtimes, allowSecrets: options.allowSecrets === true };
    return withPacked(context, desired.customBots, packing, async (packed, faults) => {
      const versions = await planCustomBots(client, packed);
      const plan: Plan = {
        ...{ name, customBots: versions.plans, bots: [], notOwned: [], left: [] },
        faults: [...desired.faults, ...faults, ...versions.faults],
        warnings: desired.warnings,
      };
      const findNew = findNewIn(client, plan.customBots);
      const planning: Planning = { context, client, name, adopt: options.adopt === true, findNew };
      const prune = options.prune === true;
      if (prune && desired.instances.length === 0 && plan.faults.length === 0)
        throw usage(
          `${folder} has no bots, so that --prune would remove all bots of ${JSON.stringify(name)}.`,
          "platform bot delete <bot_id>...",
        );
      await planBots(planning, plan, { instances: desired.instances, prune });
      plan.faults.sort(byPlace);
      for (const warning of plan.warnings) context.warn(faultText(warning));
      return proceed(planning, plan, { ...options, prune, timeoutMs });
    });
  },
});

const missing = (): never => {
  throw usage("-f is required: the folder with the files.", "platform apply -f <folder> --dry-run");
};

/** Shows a plan, asks, and carries it out. */
async function proceed(
  planning: Planning,
  plan: Plan,
  options: Options & { prune: boolean; timeoutMs: number },
): Promise<ExitCode | undefined> {
  const { context } = planning;
  const { dryRun = false, keepGoing = false, detach = false, prune, timeoutMs } = options;
  const finish = (carried?: Carried) => {
    if (context.globals.json) context.print(planDocument(plan, { dryRun, carried }), () => "");
  };
  if (!context.globals.json) context.stdout.write(planText(context, plan));
  for (const remark of remarks(plan, prune)) context.note(remark);
  if (plan.faults.length > 0 && (!keepGoing || dryRun)) {
    finish();
    throw invalid(
      `The files have ${counted(plan.faults.length, "problem")}; nothing was changed.`,
      plan.faults.map(faultText),
    );
  }
  for (const fault of plan.faults) context.warn(`left out: ${faultText(fault)}`);
  const differs = countChanges(plan) > 0;
  if (dryRun) {
    finish();
    return differs ? exitCodes.differs : exitCodes.ok;
  }
  if (differs && !options.yes) await confirm(context);
  const say = (text: string) => {
    if (!context.globals.json) context.stdout.write(text);
  };
  const { carried, error } = await carryOut(planning, plan, { keepGoing, detach, timeoutMs, say });
  finish(carried);
  if (error !== undefined) throw interrupted(context, plan, carried, error);
  if (carried.errors.size > 0 || plan.faults.length > 0) throw incomplete(plan, carried);
  return undefined;
}

async function confirm(context: Context): Promise<void> {
  const typed = await context.prompts.line("Make these changes? Type yes");
  if (typed?.trim() !== "yes") throw usage("The changes were not confirmed; nothing was changed.");
}

/** The failure of a change after which no other was made. */
function interrupted({ env }: Context, plan: Plan, { done }: Carried, error: unknown): Failure {
  const { exitCode, message, details, next } = failureOf(error, env);
  const all = countChanges(plan);
  return new Failure(
    exitCode === exitCodes.invalid && done.size > 0 ? exitCodes.failure : exitCode,
    `${message.replace(/[^.]$/, "$&.")} ${done.size} of ${counted(all, "change")} ${done.size === 1 ? "was" : "were"} made.`,
    {
      details,
      next: [...next, "then run platform apply again: it makes the changes that are missing"],
      cause: error,
    },
  );
}

function incomplete({ faults }: Plan, { errors }: Carried): Failure {
  const lines = [...errors].map(([one, message]) => {
    const name = "name" in one ? one.name : one.packed.config.name;
    return `${name}: ${message}`;
  });
  const count = lines.length + faults.length;
  return failed(`${counted(count, "problem")} remained; everything else was done.`, [
    ...faults.map(faultText),
    ...lines,
  ]);
}
