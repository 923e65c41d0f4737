import type { CronField } from "./cron-field.ts";

/** Which text has five valid fields; given by the parser, so that no hint suggests what it refuses. */
type IsValid = (cron: string) => boolean;

/** Says what to write instead of a schedule that does not have five fields; `undefined` if its form is unknown. */
export function scheduleHint(text: string, isValid: IsValid): string | undefined {
  return zoneHint(text, isValid) ?? everyHint(text) ?? rebootHint(text) ?? sixFieldsHint(text, isValid);
}

/** `CRON_TZ=Europe/London 0 9 * * *`, as in Go and Kubernetes. */
function zoneHint(text: string, isValid: IsValid): string | undefined {
  const [, zone, rest] = /^(?:CRON_)?TZ\s*=\s*(\S+)\s*(.*)$/i.exec(text) ?? [];
  if (zone === undefined || rest === undefined) return undefined;
  const schedule = isValid(rest) ? ` and the rest in "schedule": ${JSON.stringify(rest)}` : "";
  return `Write the time zone in "timezone": ${JSON.stringify(zone)}${schedule}.`;
}

function rebootHint(text: string): string | undefined {
  return text.toLowerCase() === "@reboot"
    ? "To run when the bot is started, use a realtime bot: its process runs all the time."
    : undefined;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `@every 1h30m`, as in Go. */
function everyHint(text: string): string | undefined {
  if (!/^@every/i.test(text)) return undefined;
  const [, written] = /^@every\s*((?:\d{1,9}[smhdw])+)$/i.exec(text) ?? [];
  if (written === undefined) return "Write five fields, for instance */5 * * * * for every 5 minutes.";
  let seconds = 0;
  for (const [, count, unit] of written.matchAll(/(\d+)([a-z])/gi)) {
    seconds += Number(count) * secondsOf[unit!.toLowerCase()]!;
  }
  const minutes = seconds / 60;
  if (!Number.isInteger(minutes) || minutes === 0) {
    return "A schedule has no seconds. Write * * * * * for every minute, or use a realtime bot.";
  }
  const cron = cronOfEvery(minutes);
  if (cron !== undefined) return `Write ${cron}, which fires by the clock and not from the bot's start.`;
  const why = `Five fields cannot express every ${written}, because each starts again with the next hour, day or month.`;
  const near = [...Array(1440).keys()]
    .map((distance) => cronOfEvery(minutes - distance) ?? cronOfEvery(minutes + distance))
    .find((found) => found !== undefined);
  return `${why} ${near === undefined ? "Write" : `The nearest is ${near}. Or write`} * * * * * and let the bot return when it is not its turn, or use a realtime bot.`;
}

function cronOfEvery(minutes: number): string | undefined {
  if (minutes === 1) return "* * * * *";
  if (minutes > 1 && 60 % minutes === 0 && minutes < 60) return `*/${minutes} * * * *`;
  if (minutes === 60) return "0 * * * *";
  const hours = minutes / 60;
  if (Number.isInteger(hours) && hours > 1 && hours < 24 && 24 % hours === 0) return `0 */${hours} * * *`;
  if (hours === 24) return "0 0 * * *";
  return hours === 168 ? "0 0 * * 0" : undefined;
}

/** A field for seconds in front, as in Quartz and Spring, or a year at the end, as in Quartz and AWS. */
function sixFieldsHint(text: string, isValid: IsValid): string | undefined {
  const parts = text.replaceAll("?", "*").split(/\s+/);
  if (parts.length < 6 || parts.length > 7) return undefined;
  const [withoutYear, withoutSeconds] = [parts.slice(0, 5).join(" "), parts.slice(-5).join(" ")];
  const isYear = /^\d{4}/.test(parts.at(-1)!) || (parts.at(-1) === "*" && text.includes("?"));
  if (isYear && parts.length === 6 && isValid(withoutYear)) {
    return `There is no field for years. Write ${withoutYear}.`;
  }
  const five = parts.length === 7 ? parts.slice(1, 6).join(" ") : withoutSeconds;
  const write = isValid(five) ? `Write ${five}.` : "Write the five fields without it.";
  return `There is no field for seconds. ${write}`;
}

const check = "and let the bot check the date of SCHEDULED_AT";

/** Says what to write instead of a field; `undefined` if its form is unknown. */
export function fieldHint(text: string, { name, names, low, high }: CronField): string | undefined {
  if (text === "?") return 'Write * instead of "?".';
  const day = name.startsWith("day");
  if (day && /^(\d{0,2}W|LW)$/i.test(text)) {
    return `"W" for the nearest working day is not supported. Write 1-5 as day of week and * as day of month, ${check}.`;
  }
  if (day && /#/.test(text)) {
    const [weekday] = text.split("#");
    return `"#" for the nth weekday of a month is not supported. Write ${weekday || "mon"} as day of week, ${check}.`;
  }
  if (day && /^(L(-\d+)?|(\d|[a-z]{3})L)$/i.test(text)) {
    const [of, write] =
      name === "day of month" ? ["day", "28-31"] : ["weekday", text.slice(0, -1) || `${high}`];
    return `"L" for the last ${of} of a month is not supported. Write ${write}, ${check}.`;
  }
  if (/^H\b/.test(text)) return `"H" is not supported. Write a number, for instance ${low}, or */5.`;
  const spelt = names && withShortNames(text, names);
  return spelt && `Write ${spelt}.`;
}

/** Replaces full names such as `Monday` by `mon`; `undefined` if there is none, or something else is unknown too. */
function withShortNames(text: string, names: readonly string[]): string | undefined {
  const short = text.replaceAll(/[a-z]+/gi, (word) => {
    const lower = word.toLowerCase().replace(/s$/, "");
    return names.find((name) => lower.startsWith(name)) ?? word;
  });
  const isKnown = [...short.matchAll(/[a-z]+/gi)].every(([word]) => names.includes(word.toLowerCase()));
  return isKnown && short !== text ? short : undefined;
}
