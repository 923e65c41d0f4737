import { randomBytes } from "node:crypto";
import {
  Bots,
  Bus,
  Catalog,
  checksHere,
  DeviceSignIns,
  defaultSettings,
  InTurn,
  KeyedRequests,
  KeyRing,
  Keys,
  NamedSecrets,
  openCounts,
  type Parts,
  Revocations,
  Sessions,
  type Settings,
  SignInLinks,
  Users,
  Vault,
  version,
} from "@botyard/server/building-blocks";
import type { SettableClock } from "./clock.ts";
import { Behaviors } from "./engine/behaviors.ts";
import { MockEngine } from "./engine/engine.ts";
import { Writer } from "./engine/writer.ts";
import { Memory } from "./memory.ts";
import { statesIn } from "./states.ts";
import { storeIn } from "./store/index.ts";
import { uploads } from "./uploads.ts";

/** A platform in memory, without a door. */
export interface World {
  parts: Parts;
  keyed: KeyedRequests;
  memory: Memory;
  clock: SettableClock;
  writer: Writer;
  behaviors: Behaviors;
  engine: MockEngine;
  /** Ends all waiting requests. */
  close(): Promise<void>;
}

export function createWorld(clock: SettableClock, obstacle?: string): World {
  const memory = new Memory();
  // There is no data folder: state and packages are in memory.
  const settings: Settings = { ...defaultSettings, dataDir: "" };
  const closing = new AbortController();
  const bus = new Bus();
  const writer = new Writer(memory, bus, clock);
  const behaviors = new Behaviors();
  const engine = new MockEngine({ memory, clock, writer, behaviors, settings, obstacle });
  const store = storeIn(memory);
  const revocations = new Revocations(clock);
  const keys = new Keys(store, clock, revocations);
  const catalog = new Catalog(store);
  const vault = new Vault({ ring: new KeyRing([randomBytes(32)]) }, store);
  const kept = uploads(store, clock, settings, () => engine.target());
  const parts: Parts = {
    ...{ store, settings, clock, bus, engine, catalog, version },
    ...{ keys, revocations, open: openCounts(settings) },
    users: new Users(store, clock, revocations),
    sessions: new Sessions(store, clock, settings, revocations),
    links: new SignInLinks(store, clock),
    devices: new DeviceSignIns(store, clock, keys),
    measures: { queried() {}, text: async () => "" },
    history: { of: () => [] },
    states: statesIn(memory, clock),
    stateChanges: new InTurn(),
    uploads: kept,
    bots: new Bots({ store, catalog, checks: checksHere, engine, bus, clock, settings, vault }),
    backups: { state: () => ({}) },
    ...{ vault, secrets: new NamedSecrets(store, vault, clock) },
    startedAt: clock.now(),
    space: { isLow: false },
    closing: closing.signal,
  };
  return {
    keyed: new KeyedRequests({ store, clock }),
    ...{ parts, memory, clock, writer, behaviors, engine },
    async close() {
      closing.abort();
      await engine.stop();
      await kept.close();
      clock.stop();
    },
  };
}
