import type { OpenPlatform, PlatformCase } from "../model.ts";
import { World } from "./world.ts";

/** A platform, and the users, keys and packages that its cases share. */
export interface Place {
  open: OpenPlatform;
  world: World;
}

/** The platforms that cases run on: a common one, and one for each set of settings that cases ask for. */
export class Platforms {
  readonly #common: Place;
  readonly #others = new Map<string, Promise<Place>>();

  constructor(open: OpenPlatform) {
    this.#common = { open, world: new World(open) };
  }

  get world(): World {
    return this.#common.world;
  }

  /** Returns the platform for a case; starts it if the case is the first with its settings. */
  placeOf({ given: { settings } }: Pick<PlatformCase, "given">): Promise<Place> {
    if (Object.keys(settings).length === 0) return Promise.resolve(this.#common);
    const name = JSON.stringify(Object.entries(settings).sort());
    const found = this.#others.get(name);
    if (found) return found;
    const started = this.#common.open
      .withSettings(settings)
      .then((open): Place => ({ open, world: new World(open) }));
    this.#others.set(name, started);
    return started;
  }

  /** Ends what was started; the common platform goes on. */
  async close(): Promise<void> {
    await this.#common.world.close();
    for (const other of await Promise.allSettled(this.#others.values())) {
      if (other.status === "rejected") continue;
      await other.value.world.close();
      await other.value.open.close();
    }
  }
}
