import { isObject } from "../../json/index.ts";
import { type Answered, type Asked, bot, is, type PlatformMutant } from "./mutant.ts";

const runs = /^\/api\/v1\/bots\/[^/]+\/runs$/;

/** Changes each run of a list. */
function eachRun(asked: Asked, answered: Answered, change: (run: Map<string, unknown>) => void): void {
  if (!is(asked, "GET", runs)) return;
  const { items } = answered;
  for (const item of items) if (isObject(item)) change(item);
  answered.setItems(items);
}

/** Mistakes with the ticks of schedules. */
export const tickMutants: PlatformMutant[] = [
  {
    id: "ticks-start-nothing",
    what: "A tick starts no run.",
    killers: ["ticks.every-minute"],
    answer(asked, answered) {
      if (is(asked, "GET", runs)) answered.setItems([]);
    },
  },
  {
    id: "tick-starts-two-runs",
    what: "A tick starts two runs.",
    killers: ["ticks.every-minute"],
    answer(asked, answered) {
      if (is(asked, "GET", runs)) answered.setItems([...answered.items, ...answered.items]);
    },
  },
  {
    id: "tick-is-the-time-of-the-start",
    what: "The tick of a run is the time at which it was started.",
    killers: ["ticks.every-minute"],
    answer: (asked, answered) =>
      eachRun(asked, answered, (run) => run.set("tick", run.get("started_at") ?? null)),
  },
  {
    id: "runs-of-ticks-look-like-those-by-hand",
    what: "A run does not tell its tick.",
    killers: ["ticks.every-minute"],
    answer: (asked, answered) => eachRun(asked, answered, (run) => run.delete("tick")),
  },
  {
    id: "next-tick-stands-still",
    what: "The next tick of a bot stays the first one.",
    killers: ["ticks.every-minute"],
    answer(asked, answered, { memory }) {
      if (!is(asked, "GET", bot)) return;
      const first = memory.get(asked.path) ?? answered.json.get("next_tick_at");
      memory.set(asked.path, first);
      answered.edit((json) => json.set("next_tick_at", (first as string | undefined) ?? null));
    },
  },
  {
    id: "patch-answers-the-old-next-tick",
    what: "The answer to a patch has the next tick of the settings before it.",
    killers: ["bots.patch-replaces-given-fields/schedule", "bots.patch-replaces-given-fields/timezone"],
    answer(asked, answered) {
      if (is(asked, "PATCH", bot))
        answered.edit((json) => json.set("next_tick_at", "2100-01-01T00:00:00.000Z"));
    },
  },
  {
    id: "stopped-bots-have-a-next-tick",
    what: "A stopped bot has a next tick.",
    killers: ["ticks.stopped-bot-has-none"],
    answer(asked, answered) {
      if (is(asked, "GET", bot) && answered.json.get("status") === "stopped")
        answered.edit((json) => json.set("next_tick_at", "2100-01-01T00:00:00.000Z"));
    },
  },
];
