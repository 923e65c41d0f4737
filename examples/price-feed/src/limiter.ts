/** Counts a request of a client. Returns 0 if it is allowed, otherwise the whole seconds until the next one is. */
export type Limiter = (client: string) => number;

type Bucket = { tokens: number; filledAt: number };

/** The maximum number of clients. With more, the oldest is removed, and starts with a full bucket when it returns. */
const remembered = 10_000;

/** Creates a token bucket for each client: `perMinute` requests at once, refilled evenly. `now` is in milliseconds. */
export function limiter(perMinute: number, now: () => number = () => performance.now()): Limiter {
  const buckets = new Map<string, Bucket>();
  const perMillisecond = perMinute / 60_000;

  return (client) => {
    const time = now();
    const bucket = buckets.get(client) ?? { tokens: perMinute, filledAt: time };
    bucket.tokens = Math.min(perMinute, bucket.tokens + (time - bucket.filledAt) * perMillisecond);
    bucket.filledAt = time;
    if (buckets.size >= remembered && !buckets.has(client)) buckets.delete(buckets.keys().next().value!);
    buckets.set(client, bucket);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.ceil((1 - bucket.tokens) / perMillisecond / 1000);
  };
}
