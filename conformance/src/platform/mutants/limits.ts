import type { Answered, PlatformMutant } from "./mutant.ts";

/** Answers as another request was refused. The runner waits for the time in Retry-After, here not for long. */
function refuse(answered: Answered, { status, headers, body }: Answered): void {
  answered.status = status;
  answered.headers = { ...headers, "retry-after": "1" };
  answered.body = body;
}

/** Mistakes with the limits of requests. */
export const limitMutants: PlatformMutant[] = [
  {
    id: "limits-are-not-enforced",
    what: "A request beyond the quota is carried out.",
    killers: ["limits.reads-of-a-key", "limits.writes-of-a-key", "limits.queries-are-reads"],
    answer(_, answered, { memory }) {
      const kept = memory.get("kept") as typeof answered | undefined;
      if (answered.status < 300 || answered.status === 404) memory.set("kept", answered);
      else if (answered.code === "rate_limited" && kept) answered.become(kept);
    },
  },
  {
    id: "limits-are-503",
    what: "A request beyond the quota is answered as if the platform were overloaded.",
    killers: ["limits.reads-of-a-key", "limits.sign-ins-of-devices", "limits.streams"],
    answer(_, answered) {
      if (answered.status === 429) answered.becomeProblem("store_unavailable");
    },
  },
  {
    id: "429-without-retry-after",
    what: "A request beyond the quota is refused without a time to wait.",
    killers: ["limits.writes-of-a-key", "limits.sign-ins-of-devices", "limits.streams"],
    answer(_, answered) {
      if (answered.status === 429) delete answered.headers["retry-after"];
    },
  },
  {
    id: "retry-after-is-too-early",
    what: "Retry-After says a second, whatever is left of the minute.",
    killers: ["limits.reads-of-a-key"],
    answer(_, answered) {
      if (answered.status === 429) answered.headers["retry-after"] = "1";
    },
  },
  {
    id: "quota-is-not-told-when-exceeded",
    what: "A refusal beyond the quota does not tell the quota.",
    killers: ["limits.reads-of-a-key", "limits.writes-of-a-key"],
    answer(_, answered) {
      if (answered.status === 429) delete answered.headers["ratelimit-policy"];
    },
  },
  {
    id: "quota-of-reads-counts-for-writes",
    what: "When the quota of reads is exceeded, writes are refused too.",
    killers: ["limits.reads-of-a-key"],
    answer(asked, answered, { memory }) {
      if (answered.code === "rate_limited") memory.set(asked.headers.authorization ?? "", answered);
      const limited = memory.get(asked.headers.authorization ?? "") as typeof answered | undefined;
      if (asked.method === "POST" && limited) refuse(answered, limited);
    },
  },
  {
    id: "quota-is-that-of-all-users",
    what: "When one key exceeds its quota, requests of other users are refused.",
    killers: ["limits.reads-of-a-key"],
    answer(asked, answered, { memory }) {
      if (answered.code === "rate_limited") memory.set("limited", answered);
      const limited = memory.get("limited") as typeof answered | undefined;
      if (asked.method === "GET" && limited) refuse(answered, limited);
    },
  },
  {
    id: "refused-writes-are-carried-out",
    what: "A write beyond the quota is refused, but carried out.",
    killers: ["limits.writes-of-a-key"],
    async answer(asked, answered, { memory }) {
      if (answered.code === "rate_limited" && asked.body.includes("one more"))
        memory.set("made", asked.body.toString());
      const made = memory.get("made");
      if (asked.method === "GET" && asked.path.endsWith("/api-keys") && typeof made === "string")
        answered.setItems([...answered.items, new Map(Object.entries({ name: "one more" }))]);
    },
  },
];
