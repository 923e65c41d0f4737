import { type Network, networkCodes, reachesAnyName, rulesOf, widerThan } from "@botyard/manifest";
import type { ErrorItem } from "../errors/platform-error.ts";
import type { Settings } from "../settings/settings.ts";

type NetworkSettings = Pick<Settings, "network" | "networkDefault" | "networkWidest" | "localServices">;

/** From the narrowest to the widest. */
const widths = ["none", "hosts", "internet", "host"] as const;

function widthOf(network: Network): number {
  if (network === "host" || network === "none") return widths.indexOf(network);
  return widths.indexOf(reachesAnyName(network) ? "internet" : "hosts");
}

/** Where the network of a bot comes from. */
export type Source = "instance" | "custom_bot" | "platform";

/** Returns the network of a bot: what its instance says, else its custom bot, else the platform. */
export function effective(
  { networkDefault }: Pick<Settings, "networkDefault">,
  own: Network | undefined,
  asked: Network | undefined,
): { network: Network; source: Source } {
  if (own !== undefined) return { network: own, source: "instance" };
  if (asked !== undefined) return { network: asked, source: "custom_bot" };
  return { network: networkDefault, source: "platform" };
}

/**
 * Returns why a bot may not have a network.
 * @param own what the instance says
 * @param asked what its custom bot says
 */
export function objectionsTo(
  settings: NetworkSettings,
  own: Network | undefined,
  asked: Network | undefined,
): ErrorItem[] {
  const { networkDefault, networkWidest, localServices } = settings;
  const { network } = effective(settings, own, asked);
  const wider =
    own === undefined
      ? []
      : widerThan(asked ?? networkDefault, own).map(({ path, message }) => ({
          pointer: ["/network", ...path].join("/"),
          code: networkCodes.wider,
          detail: message,
          next: "An instance can only narrow the network of its custom bot: change network in bot-config.yaml.",
        }));
  const widest = Math.max(widths.indexOf(networkWidest), widths.indexOf(networkDefault));
  const tooWide =
    widthOf(network) <= widest
      ? []
      : [
          {
            pointer: "/network",
            code: networkCodes.notAllowed,
            detail: `This platform allows at most the network "${widths[widest]}", and the bot asks for ${JSON.stringify(network)}.`,
            next: "List the hosts that the bot needs. The operator decides by PLATFORM_NETWORK_WIDEST.",
          },
        ];
  const offered = localServices.map(({ name }) => name);
  const missing = (rulesOf(network)?.local ?? []).filter((name) => !offered.includes(name));
  const unknown =
    settings.network === "host"
      ? []
      : missing.map((name) => ({
          pointer: "/network/local",
          code: networkCodes.notAllowed,
          detail: `This platform offers no local service "${name}".`,
          next: `It offers ${offered.length > 0 ? offered.join(", ") : "none"}. The operator adds one by --local-service ${name}=ADDRESS:PORT.`,
        }));
  return [...wider, ...tooWide, ...unknown];
}
