// Runs bots of a test of the border as the platform does, in a process of its own. Its argument is the isolation.

import type { Policy } from "@botyard/border";
import type { Bots, Ran } from "../../border/test/world/bots.ts";
import { serve } from "../../border/test/world/messages.ts";
import type { IsolationLevel, Launch } from "../src/index.ts";
import { borderOf } from "./killed-platform.ts";
import { openWorkshop, textOf } from "./workshop.ts";

const workshop = await openWorkshop(process.argv[2] as IsolationLevel);
const { networkObstacle } = workshop.executor.describe();
if (networkObstacle !== undefined) throw new Error(networkObstacle);
const policies = new Map<string, Policy>();
const started = new Map<string, Launch>();

const quoted = (argv: string[]) => argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
const launch = (botId: string, argv: string[]): Promise<Launch> =>
  workshop.start(`exec ${quoted(argv)}`, {
    botId,
    network: { policy: policies.get(botId)!, cut: [] },
    limits: { memoryBytes: 512 << 20, processes: 64, cpus: 2, openFiles: 1_024 },
  });

const bots: Bots = {
  bot: async (id, policy) => void policies.set(id, policy),
  async run(id, argv): Promise<Ran> {
    const { ended, files } = await launch(id, argv);
    const { code } = await ended;
    return { code: code ?? -1, stdout: textOf(files.stdout), stderr: textOf(files.stderr) };
  },
  async start(id, argv) {
    const running = await launch(id, argv);
    started.set(running.record.id, running);
    return running.record.id;
  },
  stop: async (id) => void (await started.get(id)!.kill()),
  take: () => workshop.executor.connections(),
  async killBorder() {
    process.kill(borderOf(workshop), "SIGKILL");
  },
  end: () => workshop.close(),
};
serve(bots);
