import type { ScheduledBackups } from "../backup/index.ts";
import type { Bots } from "../bots/bots.ts";
import type { Bus } from "../bus.ts";
import type { Clock } from "../clock.ts";
import type { InTurn } from "../concurrency/in-turn.ts";
import type { Catalog } from "../custom-bots/catalog.ts";
import type { Uploads } from "../custom-bots/upload.ts";
import type { Engine } from "../engine/engine.ts";
import type { Keys } from "../keys/keys.ts";
import type { SystemHistory } from "../measures/history.ts";
import type { Measures } from "../measures/measures.ts";
import type { NamedSecrets, Vault } from "../secrets/index.ts";
import type { Settings } from "../settings/settings.ts";
import type { States } from "../state/states.ts";
import type { ServiceStore } from "../store/index.ts";
import type { DeviceSignIns } from "../users/device-sign-ins.ts";
import type { OpenCounts } from "../users/open-counts.ts";
import type { Revocations } from "../users/revocations.ts";
import type { Sessions } from "../users/sessions.ts";
import type { SignInLinks } from "../users/sign-in-links.ts";
import type { Users } from "../users/users.ts";

/** What the operations depend on. */
export interface Parts {
  store: ServiceStore;
  settings: Settings;
  clock: Clock;
  bus: Bus;
  engine: Engine;
  keys: Keys;
  users: Users;
  revocations: Revocations;
  open: OpenCounts;
  sessions: Sessions;
  links: SignInLinks;
  devices: DeviceSignIns;
  catalog: Catalog;
  states: States;
  /** Changes of the state, by bot: each sees what the one before has stored. */
  stateChanges: InTurn;
  uploads: Pick<Uploads, "take" | "takeList" | "takeFiles" | "remove">;
  bots: Bots;
  vault: Vault;
  backups: Pick<ScheduledBackups, "state">;
  secrets: NamedSecrets;
  measures: Pick<Measures, "queried" | "text">;
  history: Pick<SystemHistory, "of">;
  version: string;
  startedAt: Date;
  /** Whether the disk is nearly full. */
  space: { readonly isLow: boolean };
  /** Aborted when the platform begins to stop; ends all waiting operations. */
  closing: AbortSignal;
}
