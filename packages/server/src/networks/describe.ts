import type { Network } from "@botyard/manifest";
import type { Cut, IsolationReport } from "@botyard/runtime";
import type { Bot } from "../model/model.ts";
import type { Settings } from "../settings/settings.ts";
import type { StoredCut } from "../store/index.ts";
import { effective, type Source } from "./check.ts";
import { type BotCut, cutOf, cutsOf } from "./cuts.ts";

/** What a bot may connect to. */
export interface BotNetwork {
  network: Network;
  source: Source;
  /** False if the bot has the network of the host. */
  enforced: boolean;
  /** What that means, in a sentence. */
  detail: string;
  cut: Cut;
  /** Who cut it, and for which bots. */
  cuts: BotCut[];
}

/** What the network of a bot depends on, besides its settings and those of the platform. */
interface Surroundings {
  /** What its package asks for. */
  asked: Network | undefined;
  cuts: readonly StoredCut[];
  /** Why bots cannot have a network of their own. */
  networkObstacle?: string;
  /** Which of the bot's processes have a network of their own. They keep what they were started with. */
  running: readonly boolean[];
}

export function describeNetwork(
  settings: Pick<Settings, "network" | "networkDefault">,
  bot: Bot,
  { asked, cuts, networkObstacle, running }: Surroundings,
): BotNetwork {
  const { network, source } = effective(settings, bot.network, asked);
  const enforcedNext = settings.network === "own" && network !== "host";
  const enforced = running.length === 0 ? enforcedNext : !running.includes(false);
  const detail =
    enforced === enforcedNext
      ? sentence(settings.network, network, networkObstacle)
      : `The bot still runs with ${enforced ? "a network of its own" : "the network of the host"}, with which it was started. Restart it.`;
  return { network, source, enforced, cut: cutOf(bot, cuts), cuts: cutsOf(bot, cuts), detail };
}

function sentence(whose: Settings["network"], network: Network, obstacle: string | undefined): string {
  const reaches = "the network of the host: it reaches whatever the host does.";
  if (whose === "host") return `The platform gives every bot ${reaches}`;
  if (network === "host") return `The bot has ${reaches}`;
  if (obstacle !== undefined) return `The bot cannot be started. ${obstacle} ${networkAdvice}`;
  if (network === "none") return "The bot connects to nothing.";
  return network === "internet"
    ? "The bot connects to any public name on the ports 443 and 80."
    : "The bot connects to what its network lists, and to nothing else.";
}

/** How bots are run. */
export interface BotIsolation extends Omit<IsolationReport, "networkObstacle"> {
  /** `own`: each bot has the one that it asks for. `unavailable`: only bots with that of the host can be started. */
  network: "own" | "host" | "unavailable";
}

/** What an operator can do where bots cannot have networks of their own. */
export const networkAdvice = "PLATFORM_NETWORK=host gives every bot the network of this machine.";

export function describeIsolation(
  { network }: Pick<Settings, "network">,
  { networkObstacle, ...report }: IsolationReport,
): BotIsolation {
  if (network === "host" || networkObstacle === undefined) return { ...report, network };
  const reasons = [...report.reasons, `${networkObstacle} ${networkAdvice}`];
  return { ...report, network: "unavailable", reasons };
}
