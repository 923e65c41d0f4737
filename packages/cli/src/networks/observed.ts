import type { BotNetwork } from "@botyard/client";

/** Formats the list that allows what a bot has connected to. */
export function observed({ network, connections, enforced }: BotNetwork) {
  const services = typeof network === "object" && network !== null && "local" in network ? network.local : [];
  const isLocal = (host: string) => (services as string[]).includes(host);
  const made = connections.filter(({ refused }) => !refused);
  const hosts = sorted(
    made
      .filter(({ host }) => !isLocal(host))
      .map(({ host, port }) => (port === 443 ? host : `${host}:${port}`)),
  );
  const local = sorted(made.filter(({ host }) => isLocal(host)).map(({ host }) => host));
  const refused = sorted(
    connections.filter(({ refused }) => refused?.reason === "not_listed").map(({ host }) => host),
  );
  const list = (name: string, items: string[]) =>
    items.length === 0 ? [] : [`  ${name}:`, ...items.map((item) => `    - "${item}"`)];
  const body = [...list("hosts", hosts), ...list("local", local)];
  return {
    hosts,
    local,
    refused,
    lines: [
      // Nothing is seen of a bot that has the network of the host, so that no list follows from it.
      ...(body.length === 0 ? (enforced ? ["network: none"] : []) : ["network:", ...body]),
      ...refused.map((host) => `# refused: ${host}`),
    ],
  };
}

const sorted = (items: readonly string[]) => [...new Set(items)].sort();
