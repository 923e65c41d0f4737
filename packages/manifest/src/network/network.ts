/** What a bot may connect to, as `bot-config.yaml` and an instance say it. */
export type Network =
  /** Nothing, any public name, or whatever the host can. */
  | "none"
  | "internet"
  | "host"
  | {
      /** Names with their ports, 443 if none is given: `api.kraken.com`, `ws.kraken.com:8443`, `*.binance.com`, `*`. */
      hosts?: string[];
      /** Names of services that the operator of the platform offers. */
      local?: string[];
      /** `none`: the processes that answer queries connect to nothing. */
      queries?: "none";
    };

export const networkWords = ["none", "internet", "host"] as const;

/** A name and a port that a bot may connect to. */
export interface HostRule {
  /** `*.binance.com` is every name below that one, `*` every name. */
  name: string;
  port: number;
}

/** A network that is not the host's, with every rule spelt out. */
export interface Rules {
  hosts: HostRule[];
  local: string[];
}

const defaultPort = 443;

/** Any public name, on the ports of the web. */
const internet: HostRule[] = [443, 80].map((port) => ({ name: "*", port }));

/** Splits a valid host, such as `ws.kraken.com:8443`. */
export function hostRule(host: string): HostRule {
  const [name = "", port] = host.split(":");
  return { name, port: port === undefined ? defaultPort : Number(port) };
}

/** Returns the rules of a network; `undefined` for that of the host. */
export function rulesOf(network: Network): Rules | undefined {
  if (network === "host") return undefined;
  if (network === "none") return { hosts: [], local: [] };
  if (network === "internet") return { hosts: internet, local: [] };
  return { hosts: (network.hosts ?? []).map(hostRule), local: network.local ?? [] };
}

/** Returns true if any public name may be reached. */
export const reachesAnyName = (network: Network): boolean =>
  rulesOf(network)?.hosts.some(({ name }) => name === "*") ?? true;

/** Returns true if a pattern covers a name or all that another pattern covers. */
export function coversName(pattern: string, name: string): boolean {
  if (pattern === "*" || pattern === name) return true;
  return pattern.startsWith("*.") && name.endsWith(pattern.slice(1));
}

/** Returns true if a network lists a host or local service, or if a pattern covers some of what it lists. */
export function networkLists(network: Network, name: string): boolean {
  const { hosts = [], local = [] } = rulesOf(network) ?? {};
  return (
    local.includes(name) || hosts.some((rule) => coversName(rule.name, name) || coversName(name, rule.name))
  );
}
