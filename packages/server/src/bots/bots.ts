import { isDeepStrictEqual } from "node:util";
import { type Checks, canonicalTimezone } from "@botyard/manifest";
import type { Bus } from "../bus.ts";
import type { Clock } from "../clock.ts";
import type { Catalog } from "../custom-bots/catalog.ts";
import type { Engine } from "../engine/engine.ts";
import { onceMade } from "../errors/in-doubt.ts";
import { PlatformError, requireOriginal } from "../errors/platform-error.ts";
import { newId } from "../model/ids.ts";
import { type Actor, type Bot, type BotSettings, storedSettings } from "../model/model.ts";
import { startsAlike } from "../model/starts-alike.ts";
import type { Vault } from "../secrets/index.ts";
import type { Settings } from "../settings/settings.ts";
import type { BotFilter, Once, ServiceStore } from "../store/index.ts";
import { type Described, describe, type PlatformDefaults } from "./describe.ts";
import { type BotPatch, patched } from "./patch.ts";

export interface BotsParts {
  store: ServiceStore;
  catalog: Catalog;
  checks: Checks;
  engine: Engine;
  bus: Bus;
  clock: Clock;
  settings: Settings;
  vault: Vault;
}

/** The user and key that change a bot, and the revisions that the change may be based on. */
export interface Change {
  ownerId: string;
  keyId?: string;
  actor?: Actor;
  once?: Once | undefined;
  ifRevision?: readonly number[] | undefined;
}

/** Who looks at a bot. */
export interface Sight {
  caller: { user_id: string };
  administers?: boolean;
}

/** A bot after a request to change its settings; `changed` is false if it had these settings already. */
export interface Settled {
  bot: Bot;
  changed: boolean;
}

/** What users can do with their bots. */
export class Bots {
  readonly #parts: BotsParts;

  constructor(parts: BotsParts) {
    this.#parts = parts;
  }

  get #defaults(): PlatformDefaults {
    return { timeout_seconds: this.#parts.settings.runTimeoutSeconds };
  }

  /** @throws {PlatformError} `bot_not_found` if the bot is unknown, deleted or belongs to another user */
  async get(ownerId: string, id: string): Promise<Bot> {
    const bot = await this.#parts.store.findBot(ownerId, id);
    if (!bot) throw new PlatformError("bot_not_found");
    return bot;
  }

  /**
   * Returns a bot that the caller may see: its own, or, if it administers the platform, any.
   *
   * @throws {PlatformError} `bot_not_found`
   */
  async seen({ caller, administers }: Sight, id: string): Promise<Bot> {
    if (!administers) return this.get(caller.user_id, id);
    const bot = await this.#parts.store.findAnyBot(id);
    if (!bot) throw new PlatformError("bot_not_found");
    return bot;
  }

  /** Lists the bots of a user, or of all users. */
  list(ownerId: string | undefined, filter: BotFilter): Promise<Bot[]> {
    return this.#parts.store.listBots(ownerId, filter);
  }

  /** Returns what {@link create} would store, without storing it. */
  dryRun(ownerId: string, body: unknown): Promise<Described> {
    return describe(this.#parts, ownerId, body, this.#defaults);
  }

  async create(change: Change, body: unknown, desired: "running" | "stopped" = "running"): Promise<Bot> {
    const { store, clock, engine } = this.#parts;
    requireOriginal(engine);
    const described = await this.dryRun(change.ownerId, body);
    const at = clock.now();
    const bot_id = newId("bot", at.getTime());
    const bot: Bot = {
      ...this.#sealed(described, bot_id),
      bot_id,
      owner_id: change.ownerId,
      custom_bot: described.package.name,
      model: described.model,
      desired,
      status: desired === "running" ? "pending" : "stopped",
      revision: 1,
      generation: 1,
      restarts: 0,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    };
    const inserted = await store.insertBot(bot, change.keyId, change.actor, change.once).catch((error) => {
      onceMade(error, () => engine.changed(bot_id));
      throw error;
    });
    if (inserted === "version_gone") throw versionGone(`${bot.custom_bot} ${bot.version}`);
    if (!inserted) throw nameTaken(bot.name);
    engine.changed(bot.bot_id);
    return bot;
  }

  /** Returns what {@link patch} would store and whether it would change anything, without storing it. */
  async dryPatch(change: Change, id: string, patch: BotPatch): Promise<Described & { changed: boolean }> {
    const { seen, described } = await this.#patched(change.ownerId, id, patch);
    const { name } = described.settings;
    if (change.ifRevision && !change.ifRevision.includes(seen.revision))
      throw new PlatformError("precondition_failed");
    if (name !== seen.name && (await this.list(change.ownerId, { name, limit: 1 })).length > 0)
      throw nameTaken(name);
    return { ...described, changed: Object.keys(withSettings(seen, described.settings)).length > 0 };
  }

  /** Returns the settings as they are stored: with encrypted secrets. */
  #sealed({ settings, package: { schema } }: Described, botId: string): BotSettings {
    return { ...settings, config: this.#parts.vault.sealConfig(schema, settings.config, botId) };
  }

  async #patched(ownerId: string, id: string, patch: BotPatch): Promise<{ seen: Bot; described: Described }> {
    const seen = await this.get(ownerId, id);
    const described = await patched(this.#parts, seen, patch, this.#defaults);
    return { seen, described: { ...described, settings: this.#sealed(described, id) } };
  }

  /** Changes a bot's settings. Each patch that changes something creates a new revision. */
  async patch(change: Change, id: string, patch: BotPatch): Promise<Settled> {
    const { seen, described } = await this.#patched(change.ownerId, id, patch);
    // The bot must not have changed since it was checked; after a concurrent patch, check again.
    const result = await this.#change(
      { ...change, ifRevision: change.ifRevision ?? [seen.revision] },
      id,
      (bot) => withSettings(bot, described.settings),
    ).catch((error: unknown) => {
      const raced = error instanceof PlatformError && error.code === "precondition_failed";
      if (raced && change.ifRevision === undefined) return undefined;
      throw error;
    });
    return result ?? this.patch(change, id, patch);
  }

  /**
   * Gives a bot the settings of an earlier revision (default: the one before the current one), as a new revision
   * unless it has them already. They are valid, because the version that they name cannot change.
   *
   * @throws {PlatformError} `revision_not_found`, or `custom_bot_not_found` if the version was deleted
   */
  async rollBack(change: Change, id: string, to?: number): Promise<Settled> {
    const { revision } = await this.get(change.ownerId, id);
    const wanted = to ?? revision - 1;
    const [found] = await this.#parts.store.listRevisions(id, { before: wanted + 1, limit: 1 });
    if (found?.revision !== wanted) {
      const why = to === undefined ? "The bot has no earlier revision." : `The bot has no revision ${to}.`;
      throw new PlatformError("revision_not_found", why);
    }
    return this.#change({ ...change, ifRevision: change.ifRevision ?? [revision] }, id, (bot) =>
      withSettings(bot, found.settings),
    );
  }

  start(change: Change, id: string): Promise<Bot> {
    return this.#act(change, id, (bot) => {
      const rests = bot.status === "failed" || bot.status === "stopped";
      // A bot that is running or starting needs no change.
      if (bot.desired === "running" && !rests) return {};
      return { desired: "running", restart: true, ...(rests && { status: "pending" }) };
    });
  }

  stop(change: Change, id: string): Promise<Bot> {
    return this.#act(change, id, (bot) => (bot.desired === "stopped" ? {} : { desired: "stopped" }));
  }

  restart(change: Change, id: string): Promise<Bot> {
    return this.#act(change, id, (bot) => {
      if (bot.desired === "stopped") {
        throw new PlatformError("invalid_transition", "A stopped bot cannot be restarted. Start it instead.");
      }
      return {
        restart: true,
        startsAgain: bot.model === "realtime",
        ...(bot.status === "failed" && { status: "pending" }),
      };
    });
  }

  /** Deletes a bot. Resolves once its processes have ended, or 10 seconds after the grace period. */
  async delete(change: Change, id: string): Promise<void> {
    const { bus, clock, settings } = this.#parts;
    await this.get(change.ownerId, id);
    let gone = () => {};
    const stopped = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const unsubscribe = bus.subscribe(id, (events) => {
      if (events.some((event) => event.channel === "status" && event.record.status === "deleted")) gone();
    });
    const cancel = clock.after(settings.stopGraceMs + 10_000, gone);
    try {
      await this.#change(change, id, () => ({ desired: "deleted" }));
      await stopped;
    } finally {
      cancel();
      unsubscribe();
    }
  }

  async #act(change: Change, id: string, decide: Decide): Promise<Bot> {
    return (await this.#change(change, id, decide)).bot;
  }

  async #change(change: Change, id: string, decide: Decide): Promise<Settled> {
    const { store, clock, engine } = this.#parts;
    requireOriginal(engine);
    let changed = false;
    const changing = store.changeBot(change.ownerId, id, {
      at: clock.now().toISOString(),
      keyId: change.keyId,
      actor: change.actor,
      once: change.once,
      ifRevision: change.ifRevision,
      decide(bot) {
        const wanted = decide(bot);
        changed = Object.keys(wanted).length > 0;
        return wanted;
      },
    });
    const result = await changing.catch((error) => {
      onceMade(error, () => engine.changed(id));
      throw error;
    });
    if ("refused" in result) {
      if (result.refused === "gone") throw new PlatformError("bot_not_found");
      if (result.refused === "name_taken") throw nameTaken();
      if (result.refused === "version_gone") throw versionGone("the version of these settings");
      throw new PlatformError("precondition_failed");
    }
    if (changed) engine.changed(id);
    return { bot: result.bot, changed };
  }
}

type Decide = Parameters<ServiceStore["changeBot"]>[2]["decide"];

/**
 * No change if the bot has these settings already. Otherwise a failed bot that should be running is started again if
 * what it runs with changes.
 */
function withSettings(
  bot: Bot,
  settings: BotSettings,
): { settings?: BotSettings; status?: "pending"; startsAgain?: boolean } {
  if (isDeepStrictEqual(effectOf(bot), effectOf(settings))) return {};
  const starts = bot.desired === "running" && !startsAlike(bot, settings);
  return {
    settings,
    startsAgain: starts && bot.model === "realtime",
    ...(starts && bot.status === "failed" && { status: "pending" }),
  };
}

/**
 * What settings amount to: with the default time zone and its one name, single blanks in the schedule, the resolved version
 * only, and numbers as they are stored.
 */
function effectOf(settings: BotSettings): unknown {
  const named = Object.fromEntries(storedSettings.map((name) => [name, settings[name]]));
  const { version_spec: _, ...others } = named;
  const timezone = settings.timezone ?? "UTC";
  const schedule = settings.schedule?.trim().replaceAll(/\s+/g, " ");
  return JSON.parse(
    JSON.stringify({ ...others, schedule, timezone: canonicalTimezone(timezone) ?? timezone }),
  );
}

function nameTaken(name?: string): PlatformError {
  const which = name === undefined ? "this name" : `the name "${name}"`;
  return new PlatformError("name_taken", `Another of your bots has ${which}.`);
}

function versionGone(what: string): PlatformError {
  return new PlatformError("custom_bot_not_found", `Custom bot not found: ${what} was deleted.`);
}
