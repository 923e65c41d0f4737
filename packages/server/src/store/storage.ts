import type { KeptBlobs } from "../blobs/blobs.ts";
import type { EngineStore } from "./engine-store.ts";
import type { HomeRecord } from "./home.ts";
import type { SealingStore } from "./sealing-store.ts";
import type { ServiceStore } from "./service-store.ts";
import type { WatchStore } from "./watch-store.ts";

/** An open store of the platform. */
export interface Storage {
  /** For operations, doors and services. */
  readonly services: ServiceStore;
  /** For those who watch the platform from outside. */
  readonly watch: WatchStore;
  /** For the rooms of the engine. */
  readonly engine: EngineStore;
  /** For the engine when a request waits for it: the request is refused soon if the store cannot be reached. */
  readonly asked: EngineStore;
  /** For the encryption of what is stored. */
  readonly sealing: SealingStore;
  /** Whether the disk is so full that only essential commits are allowed. */
  readonly space: { readonly isLow: boolean };
  /** Where contents of packages are kept; absent: in the data folder. */
  readonly blobs?: KeptBlobs;
  /** Absent if the store is in the data folder itself. */
  readonly home?: HomeRecord;
  /** Call when the platform has been stopping for a while: work fails that waits for a server which cannot be reached. */
  stopWaiting(): void;
  close(): Promise<void>;
}
