import type { Once } from "../../../src/store/once.ts";
import type { ServiceStore } from "../../../src/store/service-store.ts";
import { type Model, most, mostPending, owner, type Pool } from "./model.ts";
import { at, botOf, deviceOf, keyOf, sessionOf, versionOf } from "./rows.ts";

/** What a verb returns, as JSON, or the code of what it throws. */
export type Outcome = unknown;

interface Verb {
  /** From which pools its arguments are. */
  args: readonly Pool[];
  /** Calls the store. */
  call(services: ServiceStore, ...args: string[]): Promise<Outcome>;
  /** Does the same to a model, which it changes only if it returns. */
  play(model: Model, ...args: string[]): Outcome;
}

export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function refuseIf(condition: boolean, code: string): void {
  if (condition) throw new Refused(code);
}

const once = (key: string): Once => ({
  ...{ ownerId: owner, key, method: "POST", path: "/", requestHash: "h", at },
});

/** Notes that a request has its effect, which it may have once. */
function keep(model: Model, key: string, of: string): void {
  refuseIf(key in model.requests, "duplicate");
  model.requests[key] = of;
}

const livingBots = (model: Model) => Object.values(model.bots).filter(({ desired }) => desired !== "deleted");

const settingsOf = (args: { name: string; version: string }) => botOf("", args);

export const verbs = {
  insertBot: {
    args: ["bots", "names", "versions", "requests"],
    call: (services, id, name, version, key) =>
      services.insertBot(botOf(id!, { name: name!, version: version! }), undefined, undefined, once(key!)),
    play(model, id, name, version, key) {
      if (!model.versions[version!]) return "version_gone";
      refuseIf(livingBots(model).length >= most.bots, "quota_exceeded");
      if (id! in model.bots || livingBots(model).some((bot) => bot.name === name)) return false;
      keep(model, key!, id!);
      model.bots[id!] = { name: name!, version: version!, revision: 1, desired: "stopped" };
      return true;
    },
  },
  changeBot: {
    args: ["bots", "names", "versions"],
    async call(services, id, name, version) {
      const decide = () => ({ settings: settingsOf({ name: name!, version: version! }) });
      const changed = await services.changeBot(owner, id!, { at, decide });
      return "bot" in changed ? changed.bot.revision : changed.refused;
    },
    play(model, id, name, version) {
      const bot = model.bots[id!];
      if (!bot || bot.desired === "deleted") return "gone";
      if (livingBots(model).some((other) => other !== bot && other.name === name)) return "name_taken";
      if (version !== bot.version && !model.versions[version!]) return "version_gone";
      model.bots[id!] = { ...bot, name: name!, version: version!, revision: bot.revision + 1 };
      return bot.revision + 1;
    },
  },
  /** Changes nothing but counts a revision, if the bot still has its second one. */
  changeSecondRevision: {
    args: ["bots"],
    async call(services, id) {
      const change = {
        at,
        ifRevision: [2],
        decide: (bot: Parameters<typeof settingsOf>[0]) => ({ settings: settingsOf(bot) }),
      };
      const changed = await services.changeBot(owner, id!, change);
      return "bot" in changed ? changed.bot.revision : changed.refused;
    },
    play(model, id) {
      const bot = model.bots[id!];
      if (!bot || bot.desired === "deleted") return "gone";
      if (bot.revision !== 2) return "precondition";
      return ++bot.revision;
    },
  },
  deleteBot: {
    args: ["bots"],
    async call(services, id) {
      const changed = await services.changeBot(owner, id!, { at, decide: () => ({ desired: "deleted" }) });
      return "bot" in changed ? "deleted" : changed.refused;
    },
    play(model, id) {
      const bot = model.bots[id!];
      if (!bot || bot.desired === "deleted") return "gone";
      bot.desired = "deleted";
      return "deleted";
    },
  },
  insertVersion: {
    args: ["versions"],
    call: (services, version) => services.insertVersion(versionOf(version!)),
    play(model, version) {
      if (version! in model.versions) return false;
      model.versions[version!] = true;
      return true;
    },
  },
  deleteVersion: {
    args: ["versions"],
    async call(services, version) {
      const deleted = await services.deleteVersion(owner, { name: "probe", version: version!, at });
      if (deleted === "unknown") return deleted;
      return "usedBy" in deleted ? deleted.usedBy.sort() : "deleted";
    },
    play(model, version) {
      const users = livingBots(model).filter((bot) => bot.version === version);
      if (users.length > 0) return users.map(({ name }) => name).sort();
      if (!model.versions[version!]) return "unknown";
      model.versions[version!] = false;
      return "deleted";
    },
  },
  restoreVersion: {
    args: ["versions"],
    call: (services, version) => services.restoreVersion(owner, "probe", version!),
    play(model, version) {
      if (version! in model.versions) model.versions[version!] = true;
      return "restored";
    },
  },
  disableUser: {
    args: ["users", "requests"],
    call: (services, id, key) => services.disableUser(id!, at, once(key!)),
    play(model, id, key) {
      const admins = Object.entries(model.users).filter(
        ([, user]) => user.role === "admin" && !user.disabled,
      );
      if (admins.length === 1 && admins[0]![0] === id) return false;
      keep(model, key!, id!);
      model.users[id!]!.disabled = true;
      for (const [session, { user }] of Object.entries(model.sessions))
        if (user === id) delete model.sessions[session];
      for (const [link, user] of Object.entries(model.links)) if (user === id) delete model.links[link];
      for (const [device, { user }] of Object.entries(model.devices))
        if (user === id) delete model.devices[device];
      return true;
    },
  },
  enableUser: {
    args: ["users"],
    call: (services, id) => services.enableUser(id!, "admin"),
    play(model, id) {
      model.users[id!] = { role: "admin", disabled: false };
    },
  },
  insertSession: {
    args: ["sessions", "users", "keys"],
    call: (services, id, user, key) => services.insertSession(sessionOf(id!, { user: user!, key: key! }), ""),
    play(model, id, user, key) {
      refuseIf(id! in model.sessions, "duplicate");
      model.sessions[id!] = { user: user!, key: key! };
    },
  },
  deleteSession: {
    args: ["sessions"],
    call: (services, id) => services.deleteSession(id!),
    play(model, id) {
      delete model.sessions[id!];
    },
  },
  insertSignInLink: {
    args: ["links", "users"],
    call: (services, hash, user) =>
      services.insertSignInLink({ hash: hash!, user_id: user!, expires_at: "2027" }, at),
    play(model, hash, user) {
      refuseIf(hash! in model.links, "duplicate");
      model.links[hash!] = user!;
    },
  },
  takeSignInLink: {
    args: ["links"],
    call: (services, hash) => services.takeSignInLink(hash!, at),
    play(model, hash) {
      const user = model.links[hash!];
      delete model.links[hash!];
      return user;
    },
  },
  insertDevice: {
    args: ["devices"],
    call: (services, hash) =>
      services.insertDevice(deviceOf(hash!), { source: mostPending, network: 9, all: 9 }, ""),
    play(model, hash) {
      const pending = Object.keys(model.devices).filter((one) => model.devices[one]!.status === "pending");
      const removed = pending.length >= mostPending ? pending.sort()[0] : undefined;
      refuseIf(hash! in model.devices && hash !== removed, "duplicate");
      if (removed !== undefined) delete model.devices[removed];
      model.devices[hash!] = { status: "pending", user: null };
    },
  },
  decideDevice: {
    args: ["devices", "users", "requests"],
    async call(services, hash, user, key) {
      const decision = { status: "approved", user_id: user! } as const;
      return (await services.decideDevice(hash!, decision, at, once(key!)))?.device_hash;
    },
    play(model, hash, user, key) {
      if (model.devices[hash!]?.status !== "pending") return undefined;
      keep(model, key!, "device");
      model.devices[hash!] = { status: "approved", user: user! };
      return hash;
    },
  },
  takeDevice: {
    args: ["devices"],
    call: async (services, hash) => (await services.takeDevice(hash!))?.status,
    play(model, hash) {
      const status = model.devices[hash!]?.status;
      delete model.devices[hash!];
      return status;
    },
  },
  insertKey: {
    args: ["keys", "requests"],
    call: (services, id, key) => services.insertKey(keyOf(id!), { once: once(key!) }),
    play(model, id, key) {
      refuseIf(Object.values(model.keys).filter(Boolean).length >= most.keys, "quota_exceeded");
      refuseIf(id! in model.keys, "duplicate");
      keep(model, key!, id!);
      model.keys[id!] = true;
    },
  },
  revokeKey: {
    args: ["keys"],
    call: (services, id) => services.revokeKey(owner, id!, at),
    play(model, id) {
      if (!model.keys[id!]) return false;
      model.keys[id!] = false;
      for (const [session, { key }] of Object.entries(model.sessions))
        if (key === id) delete model.sessions[session];
      return true;
    },
  },
  stageSecret: {
    args: ["secrets"],
    call: (services, name) =>
      services.putSecret(
        {
          ownerId: owner,
          name: name!,
          at,
          actor: { user_name: owner, signed_in_by: "session" },
          staged: true,
        },
        (version) => `sealed as ${version}`,
      ),
    play(model, name) {
      const known = model.secrets[name!];
      const version = (known?.version ?? 0) + 1;
      const applied = known && !known.deleted ? known.applied : version;
      model.secrets[name!] = { version, applied, deleted: false };
    },
  },
  applySecret: {
    args: ["secrets"],
    call: (services, name) => services.applySecret(owner, name!),
    play(model, name) {
      const known = model.secrets[name!];
      if (!known || known.deleted) return false;
      known.applied = known.version;
      return true;
    },
  },
  deleteSecret: {
    args: ["secrets"],
    call: (services, name) => services.deleteSecret(owner, name!, at),
    play(model, name) {
      const known = model.secrets[name!];
      if (!known || known.deleted) return false;
      known.deleted = true;
      return true;
    },
  },
} as const satisfies Record<string, Verb>;

/** A verb and its arguments. */
export interface Call {
  verb: keyof typeof verbs;
  args: readonly string[];
}

/** Calls a verb of the store. */
export async function outcomeOf(services: ServiceStore, { verb, args }: Call): Promise<Outcome> {
  try {
    return asSent(await (verbs[verb] as Verb).call(services, ...args));
  } catch (error) {
    const { code = String(error) } = error as { code?: string };
    const isDuplicate = code === "23505" || /^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE)$/.test(code);
    return { refused: isDuplicate ? "duplicate" : code };
  }
}

/** Returns a model after a call, and what the call returned. */
export function played(before: Model, { verb, args }: Call): { model: Model; outcome: Outcome } {
  const model = structuredClone(before);
  try {
    return { outcome: asSent((verbs[verb] as Verb).play(model, ...args)), model };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { outcome: { refused: error.code }, model: before };
  }
}

/** As a value is received by another process. */
const asSent = (value: unknown): Outcome => JSON.parse(JSON.stringify(value ?? null));
