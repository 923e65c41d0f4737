/** What the metrics of a bot show at first: the last so many seconds, as at most so many points. */
export declare const recent: { readonly seconds: number; readonly points: number };
/** Returns the minute in which a time is; both in seconds since the epoch. */
export declare function wholeMinute(seconds: number): number;
