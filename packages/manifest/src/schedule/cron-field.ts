/** One of the five fields of a cron expression and its allowed values. `top` is a second name of the lowest value. */
export type CronField = { name: string; low: number; high: number; names?: readonly string[]; top?: number };

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The five fields, in their order. */
export const fields: readonly CronField[] = [
  { name: "minute", low: 0, high: 59 },
  { name: "hour", low: 0, high: 23 },
  { name: "day of month", low: 1, high: 31 },
  { name: "month", low: 1, high: 12, names: months },
  { name: "day of week", low: 0, high: 6, names: weekdays, top: 7 },
];
