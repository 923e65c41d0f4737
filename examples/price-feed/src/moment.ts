const day = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * The date that a client's moment falls on: `YYYY-MM-DD` as it is, an RFC 3339 time by its UTC date. The data
 * are daily and carry no time of day, so a day's close counts for the whole of that day.
 * Anything else, and a date that is in no calendar, is undefined.
 */
export function dateOf(moment: string): string | undefined {
  if (day.test(moment)) return isoDate(`${moment}T00:00:00Z`) === moment ? moment : undefined;
  if (!time.test(moment) || dateOf(moment.slice(0, 10)) === undefined) return undefined;
  return isoDate(moment);
}

function isoDate(text: string): string | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}
