import { type Reason, reasons } from "@botyard/border";
import { networkLists } from "@botyard/manifest";
import { type Static, Type } from "typebox";
import { PlatformError } from "../errors/platform-error.ts";
import { actorOf } from "../users/caller.ts";
import { ownerOf } from "./administration.ts";
import { Exactly } from "./documents/named.ts";
import { CutDocument, NetworkDocument } from "./documents/network.ts";
import { userFilter } from "./documents/user.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

const tag = "networks";
const botId = Type.String();
const host = Type.Optional(
  Type.String({
    maxLength: 253,
    pattern: "^[a-z0-9*][a-z0-9.*-]*$",
    description:
      "A host or a local service, as the bot's network lists it, or a pattern such as `*.binance.com` for all of its hosts (default: everything).",
  }),
);
const Nothing = Exactly({});

/** What bots may connect to and have connected to. */
export const networks = {
  getBotNetwork: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get what a bot may connect to, and what it has connected to",
    input: Exactly({ bot_id: botId }),
    output: NetworkDocument,
    async run({ bots, engine, store }, call, { bot_id }): Promise<Static<typeof NetworkDocument>> {
      const bot = await bots.seen(call, bot_id);
      const rows = await store.connectionsOf(bot_id);
      const network = await engine.network(bot);
      return {
        ...{ bot_id, ...network, cut: network.cut === "all" ? "all" : [...network.cut] },
        connections: rows.map(({ host, port, reason, count, sent_bytes, received_bytes, last_at }) => ({
          ...{ host, port },
          ...(reason !== "" && { refused: { reason, detail: reasons[reason as Reason] ?? reason } }),
          ...{ connections: count, sent_bytes, received_bytes, last_at },
        })),
      };
    },
  }),

  cutBotNetwork: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Cut a bot off from a host, or from everything",
    description:
      "Its connections are reset at once, and new ones are refused. The bot keeps running. Restarts and updates do not change it.",
    input: Exactly({ bot_id: botId, host }),
    output: Nothing,
    async run({ bots, engine, store }, call, { bot_id, host }) {
      const bot = await bots.seen(call, bot_id);
      const { enforced, network } = await engine.network(bot);
      if (!enforced)
        throw new PlatformError(
          "network_not_enforced",
          `"${bot.name}" has the network of the host, which cannot be cut. Stop it, or give it a network of its own.`,
        );
      if (host !== undefined && !networkLists(network, host) && !(await hasTried(store, bot_id, host)))
        throw new PlatformError(
          "validation_failed",
          `The network of "${bot.name}" does not list "${host}".`,
          {
            errors: [
              {
                pointer: "/host",
                detail: `The network of "${bot.name}" does not list "${host}".`,
                next: "Write it as the network of the bot has it, without a port.",
              },
            ],
          },
        );
      await engine.cut({ botId: bot_id }, host, actorOf(call.caller), call.once);
      return {};
    },
  }),

  restoreBotNetwork: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "End what was cut off a bot",
    description: "What is cut for all bots of a user, or of the platform, stays so.",
    input: Exactly({ bot_id: botId, host }),
    output: Nothing,
    async run({ bots, engine }, call, { bot_id, host }) {
      await bots.seen(call, bot_id);
      await engine.restore({ botId: bot_id }, host, actorOf(call.caller), call.once);
      return {};
    },
  }),

  cutNetwork: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Cut all bots off from a host, or from everything",
    description:
      "The bots of the caller, or, for admins, of another user or of all. Bots that are created later are cut off, too. Bots that have the network of the host are not.",
    input: Exactly({ host, user: Type.Optional(userFilter) }),
    output: CutDocument,
    async run(parts, call, { host, user }) {
      const ownerId = await ownerOf(parts, call, user);
      const scope = ownerId === undefined ? {} : { ownerId };
      await parts.engine.cut(scope, host, actorOf(call.caller), call.once);
      return { not_cut: await notCut(parts, ownerId) };
    },
  }),

  restoreNetwork: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "End what was cut off all bots",
    description: "What was cut off single bots stays so.",
    input: Exactly({ host, user: Type.Optional(userFilter) }),
    output: Nothing,
    async run(parts, call, { host, user }) {
      const ownerId = await ownerOf(parts, call, user);
      const scope = ownerId === undefined ? {} : { ownerId };
      await parts.engine.restore(scope, host, actorOf(call.caller), call.once);
      return {};
    },
  }),
} satisfies Record<string, Operation>;

async function hasTried(store: Parts["store"], bot_id: string, host: string): Promise<boolean> {
  return (await store.connectionsOf(bot_id)).some((row) => row.host === host);
}

const pageSize = 200;

/** Returns the bots that should run and have the network of the host. */
export async function notCut({ bots, engine }: Parts, ownerId: string | undefined) {
  const found: { bot_id: string; name: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await bots.list(ownerId, { after, limit: pageSize });
    for (const bot of page) {
      const { bot_id, name } = bot;
      const { enforced } = await engine.network(bot);
      if (!enforced && bot.desired === "running") found.push({ bot_id, name });
    }
    after = page.at(-1)?.bot_id;
    if (page.length < pageSize) return found;
  }
}
