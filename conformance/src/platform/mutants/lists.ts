import { Num } from "../../json/index.ts";
import { bots, is, type PlatformMutant } from "./mutant.ts";

/** Mistakes with lists, repeated requests and revisions. */
export const listMutants: PlatformMutant[] = [
  {
    id: "page-repeats-an-item",
    what: "A page begins with the last item of the page before.",
    killers: ["rest.pages-have-every-item-once"],
    answer(asked, answered, { memory }) {
      if (!is(asked, "GET", bots)) return;
      const { items } = answered;
      const last = memory.get("last") as (typeof items)[number] | undefined;
      memory.set("last", items.at(-1));
      if (asked.query.has("cursor") && last !== undefined) answered.setItems([last, ...items]);
    },
  },
  {
    id: "cursor-is-ignored",
    what: "Every page is the first one.",
    killers: [
      "rest.pages-have-every-item-once",
      "runs.listed-newest-first",
      "state.pages-of-keys",
      "rest.cursor-is-checked",
    ],
    ask(asked) {
      asked.query.delete("cursor");
    },
  },
  {
    id: "last-page-has-a-cursor",
    what: "The last page has a cursor too.",
    killers: ["rest.pages-have-every-item-once", "auth.revoked-key-is-invalid-at-once"],
    answer(asked, answered) {
      if (is(asked, "GET", bots)) answered.edit((json) => json.set("next_cursor", "x"));
    },
  },
  {
    id: "limit-is-ignored",
    what: "Lists are returned whole.",
    killers: ["rest.pages-have-every-item-once", "rest.limit-is-checked", "logs.newest-up-to-the-limit"],
    ask(asked) {
      asked.query.delete("limit");
    },
  },
  {
    id: "lists-in-reverse",
    what: "Lists are in the reverse order.",
    killers: [
      "rest.pages-have-every-item-once",
      "logs.in-order-and-numbered",
      "runs.listed-newest-first",
      "packages.versions",
    ],
    answer(asked, answered) {
      if (asked.method === "GET" && answered.items.length > 1)
        answered.setItems([...answered.items].reverse());
    },
  },
  {
    id: "filters-are-ignored",
    what: "The filters of the list of bots are ignored.",
    killers: ["bots.filtered-list", "rest.idempotency-key-of-another-request"],
    ask(asked) {
      if (is(asked, "GET", bots)) for (const name of ["status", "type", "name"]) asked.query.delete(name);
    },
  },
  {
    id: "idempotency-key-is-ignored",
    what: "A repeated POST is executed again.",
    killers: [
      "rest.repeated-post-is-executed-once",
      "rest.idempotency-key-of-another-request",
      "rest.repeated-answer-has-no-key",
    ],
    ask(asked) {
      delete asked.headers["idempotency-key"];
    },
  },
  {
    id: "repetition-is-not-told",
    what: "A repeated answer does not say so.",
    killers: ["rest.repeated-post-is-executed-once", "rest.repeated-refusal"],
    answer(_, answered) {
      delete answered.headers["idempotent-replayed"];
    },
  },
  {
    id: "repetition-shows-the-key",
    what: "The repeated answer to the creation of a key contains it.",
    killers: ["rest.repeated-answer-has-no-key"],
    answer(asked, answered, { memory }) {
      if (!is(asked, "POST", /api-keys$/) || answered.status !== 201) return;
      const key = answered.json.get("key");
      if (key !== undefined) memory.set("key", key);
      else answered.edit((json) => json.set("key", memory.get("key") as string));
    },
  },
  {
    id: "idempotency-keys-are-shared",
    what: "The Idempotency-Keys of all users are in one table.",
    killers: ["auth.idempotency-keys-are-per-user"],
    answer(asked, answered, { memory }) {
      const key = asked.headers["idempotency-key"];
      if (key === undefined) return;
      const earlier = memory.get(key) as typeof answered | undefined;
      if (earlier) answered.become(earlier);
      else memory.set(key, answered);
    },
  },
  {
    id: "if-match-is-ignored",
    what: "A change is made whatever the revision is.",
    killers: ["rest.changes-need-the-current-revision"],
    ask(asked) {
      delete asked.headers["if-match"];
    },
  },
  {
    id: "etag-does-not-change",
    what: "The ETag of a bot stays the same.",
    killers: ["rest.changes-need-the-current-revision"],
    answer(_, answered) {
      if (answered.headers.etag) answered.headers.etag = '"1"';
    },
  },
  {
    id: "every-change-is-revision-1",
    what: "Changes are not counted.",
    killers: ["bots.patch-replaces-given-fields", "bots.patch-replaces-the-config-as-a-whole"],
    answer(asked, answered) {
      if (/\/bots\//.test(asked.path) && answered.json.has("revision"))
        answered.edit((json) => json.set("revision", new Num("1")));
    },
  },
];
