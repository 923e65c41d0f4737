import type { Bot, BotPatch, InstanceConfig } from "@botyard/client/browser";

/** What a user sets of a bot, as a form edits it. */
export type Settings = Omit<InstanceConfig, "type">;

export function settingsOf(bot: Bot): Settings {
  const { name, version, schedule, timezone, catch_up, timeout_seconds, config } = bot;
  return {
    name,
    version,
    ...(schedule !== undefined && { schedule }),
    ...(timezone !== undefined && { timezone }),
    ...(catch_up !== undefined && { catch_up }),
    ...(timeout_seconds !== undefined && { timeout_seconds }),
    config,
  };
}

/** The fields that differ; null resets one to its default. */
export function patchOf(before: Settings, after: Settings): BotPatch {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Settings>)
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) patch[name] = after[name] ?? null;
  return patch as BotPatch;
}

/** The problems of an invalid document by pointer; those without one are under the empty pointer. */
export function problemsOf(error: unknown): Map<string, string> {
  const problems = new Map<string, string>();
  const found = (
    error as { errors?: readonly { pointer?: string; detail: string; next?: string }[] } | undefined
  )?.errors;
  for (const { pointer = "", detail, next } of found ?? []) {
    const text = next ? `${detail} ${next}` : detail;
    problems.set(pointer, problems.has(pointer) ? `${problems.get(pointer)} ${text}` : text);
  }
  return problems;
}
