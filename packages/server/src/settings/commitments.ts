import { type ResourceName, type Resources, resourceText } from "@botyard/manifest";
import { limitOf, limitsOf } from "./resources.ts";
import type { Settings } from "./settings.ts";

/** What the bots that should run may use of a resource together, beside what the machine has. */
export interface Commitment {
  name: "memory" | "cpus" | "disk";
  unit: "bytes" | "cores";
  committed: number;
  available: number;
}

/** What bots can use together. */
export type Capacity = Record<Commitment["name"], number>;

/**
 * Returns the commitments. More than is available is possible: few bots use all that they may.
 * @param asked how many bots ask for the same
 */
export function commitmentsOf(
  asked: readonly { resources?: Resources; count: number }[],
  settings: Pick<Settings, "limits">,
  available: Capacity,
): Commitment[] {
  const committed = (name: ResourceName) =>
    asked.reduce(
      (sum, { resources, count }) => sum + count * (limitsOf(settings, resources)[limitOf[name]] ?? 0),
      0,
    );
  const one = (name: Commitment["name"], unit: Commitment["unit"]) => ({
    ...{ name, unit, committed: committed(name), available: available[name] },
  });
  return [one("memory", "bytes"), one("cpus", "cores"), one("disk", "bytes")];
}

const words = { memory: " of memory", cpus: " cores", disk: " of disk space" };

/** Says that bots may use more than there is, in a sentence; `undefined` if they may not. */
export function overcommitment({ name, committed, available }: Commitment): string | undefined {
  if (committed <= available) return undefined;
  const text = (amount: number) => `${rounded(name, amount)}${words[name]}`;
  return `The bots that should run may use ${text(committed)} together; there are ${text(available)}.`;
}

function rounded(name: Commitment["name"], amount: number): string {
  if (name === "cpus") return String(Math.round(amount * 100) / 100);
  const step = amount >= 1024 ** 3 ? 1024 ** 3 / 10 : 1024 ** 2;
  return step === 1024 ** 2
    ? resourceText(name, Math.round(amount / step) * step)
    : `${Math.round(amount / step) / 10}GiB`;
}
