import {
  amountsOf,
  type ResourceName,
  type Resources,
  resourceNames,
  resourceText,
  tooLargeCode,
} from "@botyard/manifest";
import type { LaunchLimits } from "@botyard/runtime";
import type { ErrorItem } from "../errors/platform-error.ts";
import { type Maxima, type Settings, variables } from "./settings.ts";

type Limits = Pick<Settings, "limits" | "maxima">;

/** The limit that each resource is. */
export const limitOf = {
  memory: "memoryBytes",
  cpus: "cpus",
  processes: "processes",
  disk: "diskBytes",
} as const satisfies Record<ResourceName, keyof Maxima>;

/** Returns the limits of a bot: what it asks for, else what the operator has set. */
export function limitsOf(
  { limits }: Pick<Settings, "limits">,
  resources: Resources | undefined,
): LaunchLimits {
  const said = Object.entries(amountsOf(resources)) as [ResourceName, number][];
  return { ...limits, ...Object.fromEntries(said.map(([name, amount]) => [limitOf[name], amount])) };
}

/** Returns the unread limit of one stream: two full streams and the result must stay within the disk limit of a bot. */
export const unreadLimit = (
  { unreadBytes }: Pick<Settings, "unreadBytes">,
  { diskBytes = Number.POSITIVE_INFINITY }: LaunchLimits,
): number => Math.min(unreadBytes, Math.floor(diskBytes / 8));

/** The most that a bot may ask for. What the operator gives every bot may always be asked for. */
export const mostOf = ({ limits, maxima }: Limits, name: ResourceName): number =>
  Math.max(maxima[limitOf[name]], limits[limitOf[name]] ?? 0);

/** Returns why a bot may not have these resources. */
export function objectionsToResources(settings: Limits, resources: Resources | undefined): ErrorItem[] {
  const asked = amountsOf(resources);
  return resourceNames.flatMap((name) => {
    const [amount = 0, most] = [asked[name], mostOf(settings, name)];
    if (amount <= most) return [];
    const allowed = resourceText(name, most);
    return [
      {
        pointer: `/resources/${name}`,
        code: tooLargeCode,
        detail: `The bot asks for ${resourceText(name, amount)} of ${names[name]}; this platform allows at most ${allowed}.`,
        next: `Ask for at most ${allowed}, or ask the operator to raise ${variableOf(name)}.`,
      },
    ];
  });
}

const names: Record<ResourceName, string> = {
  memory: "memory",
  cpus: "processors",
  processes: "processes",
  disk: "disk space",
};

const variableOf = (name: ResourceName): string =>
  variables.find(({ setting }) => setting === `maxima.${limitOf[name]}`)!.variable;
