const day = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Returns the date of a client's moment: a date `YYYY-MM-DD` unchanged, or the UTC date of an RFC 3339 time. The data is
 * daily, so a close is valid for its whole day. Returns undefined for any other text and for dates that do not exist.
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
