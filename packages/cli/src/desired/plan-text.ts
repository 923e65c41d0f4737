import type { Context } from "../context.ts";
import { cleanLine } from "../output/clean.ts";
import { counted } from "../output/counted.ts";
import type { Difference } from "./differences.ts";
import { type BotPlan, changesOf, type Plan } from "./plan.ts";

/** Writes what a plan changes, for people. What does not change is only counted. */
export function planText({ style }: Context, plan: Plan): string {
  const { customBots, bots } = changesOf(plan);
  const lines = [
    ...customBots.map(({ packed: { config }, folder }) =>
      style.green(cleanLine(`+ custom bot ${config.name} ${config.version} (${folder})`)),
    ),
    ...bots.flatMap((bot) => [
      style[shades[bot.action]](cleanLine(headOf(bot))),
      ...bot.differences.map((one) => `    ${cleanLine(fieldText(bot, one))}`),
    ]),
    summary(plan),
  ];
  return `${lines.join("\n")}\n`;
}

const shades = { create: "green", change: "yellow", remove: "red", none: "dim" } as const;

function headOf({ action, name, type, version, starts, stops, restarts, bot }: BotPlan): string {
  if (action === "create") return `+ ${name}: ${type} ${version}, ${starts ? "starts" : "stays stopped"}`;
  if (action === "remove")
    return `- ${name}: ${type} ${version}, ${bot?.status}; is stopped and deleted with its state`;
  const follows = [starts && "starts", stops && "stops", restarts && "restarts"].filter(Boolean);
  return `~ ${name}${follows.length > 0 ? `: ${follows.join(", ")}` : ""}`;
}

function fieldText({ action }: BotPlan, { field, before, after }: Difference): string {
  const text = (value: unknown) => (value === undefined ? "(none)" : JSON.stringify(value));
  return action === "create" ? `${field}: ${text(after)}` : `${field}: ${text(before)} -> ${text(after)}`;
}

/** Counts what changes: `1 bot to create, 2 to change; 97 unchanged.` */
function summary(plan: Plan): string {
  const { customBots, bots } = changesOf(plan);
  const of = (action: BotPlan["action"]) => bots.filter((bot) => bot.action === action).length;
  const parts = [
    [customBots.length, `${counted(customBots.length, "version")} to upload`],
    ...(["create", "change", "remove"] as const).map((action): [number, string] => [
      of(action),
      `${counted(of(action), "bot")} to ${action}`,
    ]),
  ] as [number, string][];
  const changes = parts.filter(([count]) => count > 0).map(([, text]) => text);
  const unchanged = plan.bots.filter(({ action }) => action === "none").length;
  const same = `${counted(unchanged, "bot")} unchanged`;
  return changes.length > 0 ? `${changes.join(", ")}; ${same}.` : `No changes: ${same}.`;
}

/** The lines about what the plan leaves as it is, although it may not be meant to be. */
export function remarks({ name, left, notOwned, faults }: Plan, prune: boolean): string[] {
  const listed = (names: readonly string[]) =>
    names.slice(0, 10).map(cleanLine).join(", ") +
    (names.length > 10 ? ` and ${names.length - 10} more` : "");
  const own = `${counted(notOwned.length, "bot")} of the files ${notOwned.length === 1 ? "is" : "are"} as the files say, but not owned by ${JSON.stringify(name)}`;
  return [
    ...(notOwned.length > 0 ? [`${own}: ${listed(notOwned)}. To own them: --adopt`] : []),
    ...(left.length > 0
      ? [
          `${counted(left.length, "bot")} of ${JSON.stringify(name)} ${left.length === 1 ? "is" : "are"} in no valid file and kept: ${listed(left)}.${
            prune && faults.length > 0
              ? " Nothing is removed while files have problems."
              : " To remove: --prune"
          }`,
        ]
      : []),
  ];
}
