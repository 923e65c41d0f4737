import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Row } from "../bench/numbers.ts";
import { Arena, limitBytes, mib, type Tortured } from "./arena.ts";
import { processesOf } from "./machine.ts";

const folder = join(import.meta.dirname, "bots");

/** The programs that attack, by their file without the ending. */
export const hostileBots: readonly string[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".py"))
  .map((path) => path.slice(0, -".py".length))
  .sort();

/**
 * Runs hostile bots of one user beside a bot of another: in groups, one group after another.
 *
 * @param seconds how long each group runs, and how long the other user is watched without it before
 */
export const withBots = (groups: readonly (readonly string[])[], seconds: number): Promise<Tortured> =>
  Arena.run(seconds, async (arena) => {
    const { platform, mallory } = arena;
    for (const name of new Set(groups.flat())) {
      const bot = readFileSync(join(folder, `${name}.py`), "utf8");
      await platform.upload({
        ...{ name: packageName(name), type: "realtime", runtime: "python311", as: mallory, bot },
      });
    }
    for (const group of groups) {
      const what = group.length === 1 ? group[0]! : `${group.length} hostile bots`;
      const bots: string[] = [];
      const taken = await arena.attack(what, async () => {
        for (const name of group) bots.push(await create(arena, name));
      });
      const share = (name: string, bytes: number) => shareOf(`${what}: ${name}`, bytes, group.length);
      arena.rows.push(share("memory", taken.memory), share("disk space", taken.disk));
      const launches = (await platform.launches()).filter(({ bot_id }) => bots.includes(bot_id));
      for (const { status, text } of await Promise.all(
        bots.map((id) => platform.call("DELETE", `/bots/${id}`, undefined, mallory)),
      ))
        if (status !== 204) arena.faults.push(`${what}: DELETE answered ${status}: ${text}`);
      for (const process of processesOf(launches.map(({ id }) => id)))
        arena.faults.push(`${what}: the process ${process} runs after its bot was deleted`);
    }
  });

const packageName = (name: string) => basename(name).replaceAll("_", "-");

async function create({ platform, mallory }: Arena, name: string): Promise<string> {
  const type = `realtime/${packageName(name)}`;
  const wanted = { name: packageName(name), type, version: "latest", config: { url: platform.url } };
  const { status, json, text } = await platform.call("POST", "/bots", wanted, mallory);
  if (status !== 201) throw new Error(`creating ${name} answered ${status}: ${text}`);
  return json.bot_id;
}

/** An estimate, because others use the machine too. */
const shareOf = (name: string, bytes: number, bots: number): Row => ({
  name: `${name} ÷ the limit`,
  ...{ value: bytes / (bots * limitBytes), unit: "×", target: { atMost: 2 } },
  detail: `${(bytes / mib).toFixed(0)} MiB of ${bots} × ${limitBytes / mib} MiB`,
});
