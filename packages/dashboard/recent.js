/**
 * What the metrics of a bot show at first. The platform names this request together with the page, before the page's
 * scripts make it; so both must name the same time, which is a whole minute.
 */
export const recent = { seconds: 3_600, points: 6_000 };

/**
 * @param {number} seconds since the epoch
 * @returns {number} the minute in which they are, in seconds
 */
export const wholeMinute = (seconds) => Math.floor(seconds / 60) * 60;
