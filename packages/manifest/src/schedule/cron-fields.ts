import type { ProblemCode } from "../problems/codes.ts";
import { type CronField, fields } from "./cron-field.ts";
import { fieldHint, scheduleHint } from "./cron-hints.ts";

/** Shortcuts that can be written instead of the five fields. */
export const cronShortcuts: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

/** A parsed cron expression. */
export type CronFields = {
  /** The five fields as lists of the numbers that they match, separated by single spaces. */
  text: string;
  /** A day field begins with `*` and therefore restricts the other one: a day must match both. Otherwise one suffices. */
  bothDays: boolean;
  /** The hour field matches every hour or has a `*` step: the schedule follows the clock when the clock is changed. */
  everyHour: boolean;
};

/** An error in a cron expression and what to write instead. */
export type CronFault = { code: ProblemCode; message: string; next: string };

const example =
  'Write five fields: minute, hour, day of month, month, day of week, for instance "30 9 * * MON-FRI".';

/** Parses a cron expression and returns every error found. */
export function readCron(written: string): { cron?: CronFields; faults: CronFault[] } {
  const trimmed = written.trim();
  if (trimmed.length > 200)
    return { faults: [fault("schedule.invalid", "The schedule is longer than 200 characters.", example)] };
  const lower = trimmed.toLowerCase();
  const text = (Object.hasOwn(cronShortcuts, lower) && cronShortcuts[lower]) || trimmed;
  const parts = text.split(/\s+/);
  const isValid = (cron: string) => readCron(cron).cron !== undefined;
  if (parts.length !== 5 || text === "" || text.startsWith("@")) {
    return { faults: [notFiveFields(text, parts, scheduleHint(text, isValid))] };
  }
  const faults: CronFault[] = [];
  const sets = fields.map((field, index) => readField(parts[index]!, field, faults));
  const [, hours, days, , weekdays] = parts as [string, string, string, string, string];
  const bothDays = days.startsWith("*") || weekdays.startsWith("*");
  if (faults.length === 0 && bothDays && neverComes(sets[2]!, sets[3]!)) {
    const message = `The schedule ${JSON.stringify(trimmed)} never fires: none of its months has the day.`;
    faults.push(fault("schedule.never", message, "Choose a day that at least one of the months has."));
  }
  if (faults.length > 0) return { faults };
  const lists = sets.map((set) => [...set].sort((a, b) => a - b).join());
  const everyHour = hours.startsWith("*") || sets[1]!.size === 24;
  return { cron: { text: lists.join(" "), bothDays, everyHour }, faults };
}

function notFiveFields(text: string, parts: readonly string[], hint: string | undefined): CronFault {
  const shown = JSON.stringify(text);
  if (text.startsWith("@")) {
    const next = hint ?? `Use one of: ${Object.keys(cronShortcuts).join(", ")}.`;
    return fault("schedule.unknown_shortcut", `Unknown schedule ${shown}.`, next);
  }
  const count = text === "" ? "no field" : parts.length === 1 ? "1 field" : `${parts.length} fields`;
  const message = `The schedule ${shown} has ${count}, not five.`;
  return fault("schedule.field_count", message, hint ?? example);
}

/** Returns the values that a field matches; an empty set if it is invalid. */
function readField(text: string, field: CronField, faults: CronFault[]): Set<number> {
  const values = new Set<number>();
  const span = field.high - field.low + 1;
  const refuse = (why: string, next: string) => {
    faults.push(fault("schedule.invalid_field", `The ${field.name} ${JSON.stringify(text)} ${why}.`, next));
    return new Set<number>();
  };
  for (const item of text.split(",")) {
    const [range, step, ...more] = item.split("/");
    const steps = step === undefined ? 1 : Number(step);
    if (more.length > 0 || (step !== undefined && !/^\d{1,3}$/.test(step)) || steps < 1 || steps > span) {
      return refuse(
        "has an invalid step",
        `Write a step from 1 to ${span} after one slash, for instance */5.`,
      );
    }
    const [from, to, ...rest] = range === "*" ? [`${field.low}`, `${field.high}`] : range!.split("-");
    const low = numberOf(from!, field);
    const high = to === undefined ? low : numberOf(to, field);
    if (low === undefined || high === undefined || rest.length > 0)
      return refuse("is invalid", fieldHint(text, field) ?? allowed(field));
    if (to === undefined && step !== undefined) {
      return refuse("has a step without a range", `Write ${low}-${field.high}/${step}, or */${step}.`);
    }
    // A range that ends before it starts continues at the lowest value: FRI-MON, 22-2.
    const last = low > high ? high + span : high;
    for (let value = low; value <= last; value += steps) values.add(field.low + ((value - field.low) % span));
  }
  return values;
}

function numberOf(text: string, field: CronField): number | undefined {
  if (/^\d{1,2}$/.test(text)) {
    const value = Number(text);
    return value >= field.low && value <= (field.top ?? field.high) ? value : undefined;
  }
  const index = field.names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? undefined : index + field.low;
}

function allowed(field: CronField): string {
  const names = field.names
    ? ` or ${field.names[0]!.toUpperCase()} to ${field.names.at(-1)!.toUpperCase()}`
    : "";
  return `Write * or numbers from ${field.low} to ${field.top ?? field.high}${names}, with commas, ranges and steps.`;
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Only day of month and month can exclude each other; each day has every day of week in some year. */
function neverComes(days: Set<number>, months: Set<number>): boolean {
  return ![...months].some((month) => Math.min(...days) <= longestMonths[month - 1]!);
}

function fault(code: ProblemCode, message: string, next: string): CronFault {
  return { code, message, next };
}
