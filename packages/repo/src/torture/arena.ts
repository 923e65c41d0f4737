import { statfsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Row } from "../bench/numbers.ts";
import { TestPlatform } from "../drive/platform.ts";
import { memoryAvailable, memoryOf } from "./machine.ts";
import { Victim } from "./victim.ts";

export const mib = 1024 * 1024;
export const limitBytes = 128 * mib;

export interface Tortured {
  rows: Row[];
  /** What must not have happened, one sentence each. */
  faults: string[];
}

/** A platform with a victim and an attacker. */
export class Arena implements Tortured {
  readonly platform = new TestPlatform();
  readonly rows: Row[] = [];
  readonly #seconds: number;
  #victim: Victim | undefined;
  #key = "";

  /** @param seconds how long each attack lasts, and how long the victim is watched before it */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Opens a platform, attacks it, and closes it. */
  static async run(seconds: number, attack: (arena: Arena) => Promise<void>): Promise<Tortured> {
    const arena = new Arena(seconds);
    try {
      await arena.platform.start([], {
        PLATFORM_BOT_MEMORY_BYTES: `${limitBytes}`,
        PLATFORM_BOT_DISK_BYTES: `${limitBytes}`,
        PLATFORM_STOP_GRACE_MS: "1000",
      });
      arena.#victim = await Victim.begin(arena.platform);
      arena.#key = await arena.platform.userKey("mallory");
      await attack(arena);
      await arena.#victim.check();
    } finally {
      await arena.platform.close();
    }
    return arena;
  }

  get faults(): string[] {
    return this.#victim?.faults ?? [];
  }

  /** Headers with the attacker's key. */
  get mallory(): Record<string, string> {
    return { Authorization: `ApiKey ${this.#key}` };
  }

  /** Watches the victim before and during an attack. Returns what the attack took of the machine, in bytes. */
  async attack(what: string, begin: () => Promise<void>): Promise<{ memory: number; disk: number }> {
    const { platform } = this;
    const victim = this.#victim!;
    const calm = await victim.watch(delay(this.#seconds * 1000));
    const measure = () => ({
      memory: -memoryAvailable(),
      disk: -free(platform.data),
      own: memoryOf(platform.process!),
    });
    const before = measure();
    const most = { ...before };
    const work = async () => {
      await begin();
      for (const end = Date.now() + this.#seconds * 1000; Date.now() < end; await delay(100)) {
        const now = measure();
        for (const name of ["memory", "disk", "own"] as const) most[name] = Math.max(most[name], now[name]);
      }
    };
    const busy = await victim.watch(work());
    this.rows.push(
      {
        name: `${what}: longest wait of another user ÷ before`,
        ...{ value: busy.longest / calm.longest, unit: "×", target: { atMost: 5 } },
        detail: `${busy.longest.toFixed(0)} ms of ${busy.count} requests ÷ ${calm.longest.toFixed(0)} ms of ${calm.count}`,
      },
      {
        name: `${what}: memory of the platform`,
        ...{ value: (most.own - before.own) / mib, unit: "MB", target: { atMost: 64 } },
        detail: "more than before",
      },
    );
    return { memory: most.memory - before.memory, disk: most.disk - before.disk };
  }
}

function free(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
