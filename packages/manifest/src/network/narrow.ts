import { coversName, hostRule, type Network, rulesOf } from "./network.ts";

/** Codes of networks that a platform refuses. */
export const networkCodes = { wider: "network.wider", notAllowed: "network.not_allowed" } as const;

/** An entry of an instance's network that its package does not allow. */
export interface Wider {
  /** Where it is: `[]` is the whole network. */
  path: (string | number)[];
  message: string;
}

/** Returns what an instance asks for beyond the network of its package, which it may only narrow. */
export function widerThan(allowed: Network, asked: Network): Wider[] {
  const outer = rulesOf(allowed);
  if (outer === undefined) return [];
  const inner = rulesOf(asked);
  if (inner === undefined)
    return [{ path: [], message: "The custom bot does not ask for the host's network." }];
  if (typeof asked === "string") {
    const missing = inner.hosts.find((rule) => !isCovered(rule, outer.hosts));
    return missing ? [{ path: [], message: "The custom bot does not ask for the internet." }] : [];
  }
  const hosts = (asked.hosts ?? []).flatMap((host, index): Wider[] =>
    isCovered(hostRule(host), outer.hosts)
      ? []
      : [
          {
            path: ["hosts", index],
            message: `The network of the custom bot does not list ${JSON.stringify(host)}.`,
          },
        ],
  );
  // Which local services exist is decided by the operator, so that any network that reaches any name may ask for them.
  const anyLocal = typeof allowed === "string" && allowed === "internet";
  const local = (asked.local ?? []).flatMap((name, index): Wider[] =>
    anyLocal || outer.local.includes(name)
      ? []
      : [
          {
            path: ["local", index],
            message: `The network of the custom bot does not list ${JSON.stringify(name)}.`,
          },
        ],
  );
  return [...hosts, ...local];
}

const isCovered = (rule: { name: string; port: number }, rules: readonly { name: string; port: number }[]) =>
  rules.some(({ name, port }) => port === rule.port && coversName(name, rule.name));
