import { Type } from "typebox";
import { ownSettings } from "../bots/own-settings.ts";
import { shownConfig } from "../bots/secrets.ts";
import { basedOn, changeOf } from "./bots.ts";
import { cursorOf, readNumberCursor } from "./cursor.ts";
import { BotDocument, RevisionPage } from "./documents/bot.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { type Operation, operation } from "./operation.ts";
import { showBot } from "./show-bot.ts";

const tag = "bots";
const botId = Type.String({ description: "Id of the bot." });

/** Earlier settings of bots. */
export const revisions = {
  listRevisions: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the revisions of a bot's settings, newest first",
    input: Exactly({ bot_id: botId, ...pageQuery }),
    output: RevisionPage,
    async run({ bots, catalog, store }, call, { bot_id, limit = 50, cursor }) {
      const { owner_id, model, custom_bot } = await bots.seen(call, bot_id);
      const before = readNumberCursor(cursor);
      const found = await store.listRevisions(bot_id, {
        ...(before !== undefined && { before }),
        limit: limit + 1,
      });
      const items = [];
      for (const { revision, created_at, actor, settings } of found.slice(0, limit)) {
        const version = await catalog.exact(owner_id, custom_bot, settings.version);
        items.push({
          revision,
          created_at,
          ...(actor && { actor }),
          ...ownSettings(model, settings),
          config: version ? shownConfig(version.schema, settings.config) : {},
        });
      }
      const last = items.at(-1);
      return {
        items,
        ...(found.length > limit && last && { next_cursor: cursorOf(String(last.revision)) }),
      };
    },
  }),

  rollBackBot: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Give a bot the settings of an earlier revision",
    description:
      "All settings become those of the revision, also its name; the change is a new revision. If the bot has these settings already, there is no new revision and `changed` is false.",
    input: Exactly({
      bot_id: botId,
      to: Type.Optional(
        Type.Integer({ minimum: 1, description: "Revision (default: the one before the current one)." }),
      ),
      revisions: basedOn,
    }),
    output: BotDocument,
    async run(parts, call, { bot_id, to, revisions }) {
      const { bot, changed } = await parts.bots.rollBack(changeOf(call, revisions), bot_id, to);
      return { ...(await showBot(parts, bot, call)), changed };
    },
  }),
} satisfies Record<string, Operation>;
