/** Returns a number with the noun in its form: `1 log line`, `2 log lines`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
