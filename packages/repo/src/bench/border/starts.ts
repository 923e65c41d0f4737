import { type Amount, alternate, median, percentile, type Row, type Skipped } from "../numbers.ts";
import { type Bots, ownNetwork, type Program, withBots } from "./bots.ts";

const sandbox: Program = { runtime: "gcc13", binary: "/bin/true" };
const python: Program = { runtime: "python311", text: "" };

/** Measures what a network of its own adds to a launch, from its start until it has ended. */
export function borderStarts(amount: Amount): Promise<(Row | Skipped)[]> {
  return withBots("start with a network of its own", async (bots) => [
    await starts(bots, "start of a sandbox with a network of its own ÷ with the host's", {
      ...{ program: sandbox, rounds: amount(200, 2), atMost: 2 },
    }),
    await starts(bots, "start of a Python bot with a network of its own ÷ with the host's", {
      ...{ program: python, rounds: amount(100, 2), atMost: 1.15 },
    }),
  ]);
}

async function starts(
  bots: Bots,
  name: string,
  { program, rounds, atMost }: { program: Program; rounds: number; atMost: number },
): Promise<Row> {
  const start = async (network?: typeof ownNetwork) => {
    const began = performance.now();
    const launch = await bots.start(program, network);
    const { code } = await launch.ended;
    if (code !== 0) throw new Error(`A bot that does nothing exited with code ${code}.`);
    return [performance.now() - began];
  };
  const { a: own, b: host } = await alternate(
    rounds,
    () => start(ownNetwork),
    () => start(),
  );
  const [late, lateHost] = [percentile(own, 95), percentile(host, 95)];
  return {
    name,
    value: median(own) / median(host),
    unit: "×",
    target: { atMost },
    detail: `p50 ${median(own).toFixed(1)} ÷ ${median(host).toFixed(1)} ms, p95 ${late.toFixed(1)} ÷ ${lateHost.toFixed(1)} ms, of ${rounds}`,
  };
}
