import { isDeepStrictEqual } from "node:util";
import { answerQuery, createRegistry, httpAnswer, type JsonValue } from "@botyard/core";
import type { Clock, QueryOutcome } from "@botyard/server/building-blocks";
import type { AnswerFixture, Behavior } from "../public/scenario.ts";

const retryAfterSeconds = 1;

/** Answers a query as the bot would: with its handlers, the built-in ones, and the errors of the contract. */
export async function answer(
  clock: Clock,
  { answers = {} }: Behavior,
  query: { path: string; params: Record<string, unknown>; timeoutMs: number; gone: AbortSignal },
): Promise<QueryOutcome> {
  const { path, params, timeoutMs, gone } = query;
  const handler = Object.hasOwn(answers, path) ? answers[path] : undefined;
  const fixture = typeof handler === "function" ? undefined : [handler ?? []].flat().find(matching(params));
  const takes = fixture?.outcome === "timed_out" ? timeoutMs : (fixture?.delay_ms ?? 0);
  await pause(clock, Math.min(takes, timeoutMs), gone);
  if (takes >= timeoutMs) return { kind: "timed_out", afterMs: timeoutMs };
  if (fixture?.outcome !== undefined) return refusal(fixture);
  if (fixture?.text !== undefined)
    return { kind: "answered", status: fixture.status ?? 200, body: Buffer.from(fixture.text) };

  const registry = createRegistry();
  for (const [known, other] of Object.entries(answers)) {
    registry.register(known, () => {
      if (typeof other === "function") return other(params);
      if (!fixture) throw new Error(`The scenario has no answer of ${path} to these parameters.`);
      if (fixture.error !== undefined) throw new Error(fixture.error);
      return fixture.value;
    });
  }
  const given = new Map(Object.entries(params)) as Map<string, JsonValue>;
  const { status, body } = httpAnswer(await answerQuery(registry, path, given));
  return { kind: "answered", status, body: Buffer.from(body) };
}

const matching = (params: Record<string, unknown>) => (fixture: AnswerFixture) =>
  Object.entries(fixture.params ?? {}).every(([name, value]) => isDeepStrictEqual(params[name], value));

function refusal({ outcome }: AnswerFixture): QueryOutcome {
  if (outcome === "not_listening" || outcome === "too_many") return { kind: outcome, retryAfterSeconds };
  if (outcome === "broken") return { kind: "broken", detail: "The bot's answer is not JSON." };
  return { kind: "not_running" };
}

function pause(clock: Clock, ms: number, gone: AbortSignal): Promise<void> {
  if (ms <= 0 || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    gone.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
}
