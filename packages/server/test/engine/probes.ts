import { join } from "node:path";
import { FakeExecutor } from "./fake-executor.ts";
import { ManualClock } from "./manual-clock.ts";
import { openWorld } from "./world.ts";

/** A world with a fake executor and a package, whose bots a test starts and ends. */
export type Probes = Awaited<ReturnType<typeof openProbes>>;

export async function openProbes(files: Record<string, string> = { "bot.mjs": "" }) {
  const clock = new ManualClock("2027-01-05T10:00:00.000Z");
  const executor = new FakeExecutor(clock);
  const world = await openWorld({ clock, executor: async () => executor });
  const sha256 = await world.addPackage({ files, entrypoints: { bot: "bot.mjs" } });

  const statuses = (): string[] =>
    world.events.flatMap((event) => (event.channel === "status" ? [event.record.status] : []));

  return {
    ...{ clock, executor, world, sha256, statuses },
    /** The folder of the package's unpacked code. */
    codeDir: join(world.dataDir, "code", sha256),

    /** Adds a bot and waits until it runs. Returns its id. */
    async start(more = {}): Promise<string> {
      const { bot_id: id } = await world.addBot({ custom_bot: "probe", ...more });
      await world.status(id, "running");
      return id;
    },

    /** Restarts a bot and waits until another process of it runs. */
    async startAgain(id: string): Promise<void> {
      const before = executor.launches.length;
      await world.ask(id, { restart: true });
      await world.until("another start", () => executor.launches.length > before || undefined);
      await world.status(id, "running");
    },

    /** Ends the last process and waits until the supervisor has handled it. */
    async crash(): Promise<void> {
      const before = statuses().length;
      executor.last.end({ code: 1 });
      await world.until("a decision", () => (statuses().length > before ? true : undefined));
    },

    launched: (count: number): Promise<unknown> =>
      world.until(`${count} launches`, () => (executor.launches.length >= count ? true : undefined)),
  };
}
