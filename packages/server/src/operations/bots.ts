import { splitLabel } from "@botyard/manifest";
import { Type } from "typebox";
import type { Change } from "../bots/bots.ts";
import { type Described, plannedTicks } from "../bots/describe.ts";
import { ownSettings } from "../bots/own-settings.ts";
import type { BotPatch as Patch } from "../bots/patch.ts";
import { shownConfig } from "../bots/secrets.ts";
import { PlatformError } from "../errors/platform-error.ts";
import type { Bot, BotStatus } from "../model/model.ts";
import { actorOf } from "../users/caller.ts";
import { ownerOf } from "./administration.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import { BotDocument, BotPage, BotPatch, botStatuses, DryRun, InstanceConfig } from "./documents/bot.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { userFilter } from "./documents/user.ts";
import { readList } from "./lists.ts";
import { type Call, type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { showBot } from "./show-bot.ts";
import { waitFor, waitSeconds } from "./waiting.ts";

const tag = "bots";
const botId = Type.String({ description: "Id of the bot." });
/** Revisions, one of which the bot must still have; otherwise the change is refused. */
export const basedOn = Type.Optional(Type.Array(Type.Integer({ minimum: 0 })));
const changing = Exactly({ bot_id: botId, revisions: basedOn });

/** Changes the desired state of a bot. */
const act = (verb: "start" | "stop" | "restart", summary: string) =>
  operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary,
    input: changing,
    output: BotDocument,
    async run(parts, call, { bot_id, revisions }) {
      const change =
        verb === "stop" ? await endingOf(parts, call, bot_id, revisions) : changeOf(call, revisions);
      return showBot(parts, await parts.bots[verb](change, bot_id), call);
    },
  });

/** Creating, listing, changing and deleting bots, and setting their desired state. */
export const bots = {
  createBot: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Create a bot from an instance configuration",
    input: Exactly({
      config: InstanceConfig,
      dry_run: Type.Optional(
        Type.Boolean({ description: "Validate the configuration without storing anything." }),
      ),
      desired: Type.Optional(
        Type.Enum(["running", "stopped"], {
          description: "`stopped`: do not start it (default: `running`).",
        }),
      ),
    }),
    // @botyard/manifest validates instance configurations and reports all problems at once.
    unchecked: ["config"],
    output: Type.Union([BotDocument, DryRun]),
    async run(parts, call, { config, dry_run, desired }) {
      if (!dry_run) return showBot(parts, await parts.bots.create(changeOf(call), config, desired), call);
      return showPlan(parts, await parts.bots.dryRun(call.caller.user_id, config));
    },
  }),

  listBots: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List bots in the order of their creation",
    description: "The caller's, or, for admins, also those of another user or of all users.",
    input: Exactly({
      ...pageQuery,
      user: Type.Optional(userFilter),
      status: Type.Optional(Type.String({ description: "One or more statuses, separated by commas." })),
      type: Type.Optional(Type.String({ description: "`<model>/<custom bot>`, or only `<model>`." })),
      name: Type.Optional(Type.String()),
      label: Type.Optional(Type.String({ description: "`<key>=<text>`: only bots with this label." })),
    }),
    output: BotPage,
    async run(parts, call, { limit = 50, ...query }) {
      const owner = await ownerOf(parts, call, query.user);
      const found = await parts.bots.list(owner, {
        ...readType(query.type),
        status: readList<BotStatus>("status", query.status, botStatuses),
        name: query.name,
        label: readLabel(query.label),
        after: readCursor(query.cursor, 1)?.[0],
        limit: limit + 1,
      });
      const items = await Promise.all(found.slice(0, limit).map((bot) => showBot(parts, bot, call)));
      const last = items.at(-1);
      return { items, ...(found.length > limit && last && { next_cursor: cursorOf(last.bot_id) }) };
    },
  }),

  getBot: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get a bot",
    input: Exactly({ bot_id: botId }),
    output: BotDocument,
    run: async (parts, call, { bot_id }) => showBot(parts, await parts.bots.seen(call, bot_id), call),
  }),

  patchBot: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Change a bot",
    description:
      "Only the given fields change; `config` is replaced as a whole. A secret sent as `********` keeps its value. If the bot has these settings already, there is no new revision and `changed` is false.",
    input: Exactly({
      bot_id: botId,
      config: BotPatch,
      revisions: basedOn,
      dry_run: Type.Optional(Type.Boolean({ description: "Validate the change without storing anything." })),
    }),
    output: Type.Union([BotDocument, DryRun]),
    async run(parts, call, { bot_id, config, revisions, dry_run }) {
      const change = changeOf(call, revisions);
      if (dry_run) return showPlan(parts, await parts.bots.dryPatch(change, bot_id, config as Patch));
      const { bot, changed } = await parts.bots.patch(change, bot_id, config as Patch);
      return { ...(await showBot(parts, bot, call)), changed };
    },
  }),

  deleteBot: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Stop a bot and delete it permanently",
    input: changing,
    output: Type.Null({
      description: "Deleted. Its processes have ended, unless they take 10 seconds longer than they may.",
    }),
    async run(parts, call, input) {
      const change = await endingOf(parts, call, input.bot_id, input.revisions);
      await parts.bots.delete(change, input.bot_id);
      return null;
    },
  }),

  startBot: act("start", "Start a stopped or failed bot"),
  stopBot: act("stop", "Stop a bot until it is started again"),
  restartBot: act("restart", "Restart a bot"),

  waitForBot: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Wait until a bot has one of the given statuses",
    input: Exactly({
      bot_id: botId,
      status: Type.String({ description: "One or more statuses, separated by commas." }),
      timeout: Type.Optional(Type.Integer({ ...waitSeconds, description: "Time-out in seconds." })),
    }),
    output: BotDocument,
    async run(parts, call, { bot_id, status, timeout = waitSeconds.default }) {
      const wanted = readList<BotStatus>("status", status, botStatuses)!;
      let last = "";
      const look = async () => {
        const bot = await parts.bots.seen(call, bot_id);
        last = bot.status;
        return wanted.includes(bot.status) ? bot : undefined;
      };
      // Look once before waiting, so that an unknown bot is reported at once.
      const found = await look();
      const late = `The bot is ${last} and did not become ${wanted.join(" or ")}`;
      const bot =
        found ??
        (await waitFor(parts, call.gone, timeout, look, late, (ring) =>
          parts.bus.subscribe(bot_id, (events) => events.some((e) => e.channel === "status") && ring()),
        ));
      return showBot(parts, bot, call);
    },
  }),
} satisfies Record<string, Operation>;

export function changeOf({ caller, once }: Call, ifRevision?: readonly number[]): Change {
  return { ownerId: caller.user_id, keyId: caller.key.id, actor: actorOf(caller), once, ifRevision };
}

/** What a dry run has found. */
function showPlan({ clock }: Parts, plan: Described & { changed?: boolean }) {
  const { package: found, model, settings, changed } = plan;
  const ticks = plannedTicks(settings, clock.now(), 5);
  return {
    dry_run: true as const,
    ...ownSettings(model, settings),
    config: shownConfig(found.schema, settings.config),
    ...(changed !== undefined && { changed }),
    ...(ticks.length > 0 && { next_ticks: ticks.map((tick) => tick.toISOString()) }),
  };
}

/** Stopping or deleting a bot, which an admin may also do with the bots of others. */
async function endingOf(
  parts: Parts,
  call: Call,
  id: string,
  revisions?: readonly number[],
): Promise<Change> {
  const { owner_id } = await parts.bots.seen(call, id);
  return { ...changeOf(call, revisions), ownerId: owner_id };
}

function readLabel(text: string | undefined): { key: string; value: string } | undefined {
  if (text === undefined) return undefined;
  const label = splitLabel(text);
  if (label) return label;
  const detail = `"${text}" is not a label; use the form key=text, such as team=research.`;
  throw new PlatformError("invalid_parameter", detail, { errors: [{ pointer: "label", detail }] });
}

function readType(type: string | undefined): { model?: Bot["model"]; customBot?: string } {
  if (type === undefined) return {};
  const [, model, customBot] = /^(realtime|scheduled)(?:\/(.+))?$/.exec(type) ?? [];
  if (model === undefined) {
    const detail = `"${type}" is not a type; use the form realtime/my-bot.`;
    throw new PlatformError("invalid_parameter", detail, { errors: [{ pointer: "type", detail }] });
  }
  return { model: model as Bot["model"], ...(customBot !== undefined && { customBot }) };
}
