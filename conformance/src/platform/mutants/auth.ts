import { type Asked, bot, bots, is, isUnknownId, type PlatformMutant } from "./mutant.ts";

const keyed = ({ headers }: Asked): boolean =>
  headers.authorization !== undefined || headers["x-api-key"] !== undefined;
const keyIn = ({ headers }: Asked): string =>
  headers["x-api-key"] ?? headers.authorization?.replace(/^\w+ /, "") ?? "";
const withKey = (asked: Asked, key: string): Asked => {
  const { "x-api-key": _, ...headers } = asked.headers;
  return { ...asked, headers: { ...headers, authorization: `ApiKey ${key}` } };
};

/** Mistakes with keys, scopes and users. */
export const authMutants: PlatformMutant[] = [
  {
    id: "foreign-bot-is-forbidden",
    what: "Another user's bot is answered with 403 instead of 404.",
    killers: ["auth.foreign-bot-looks-unknown"],
    answer(asked, answered) {
      if (answered.code === "bot_not_found" && !isUnknownId(asked.path))
        answered.becomeProblem("insufficient_scope");
    },
  },
  {
    id: "foreign-bot-has-a-header",
    what: "A header tells another user's bot from one that does not exist.",
    killers: ["auth.foreign-bot-looks-unknown", "query.unknown-and-foreign-bots-look-the-same"],
    answer(asked, answered) {
      if (answered.code === "bot_not_found" && !isUnknownId(asked.path))
        answered.headers["x-owner"] = "other";
    },
  },
  {
    id: "foreign-bot-has-a-hint",
    what: "The hint tells another user's bot from one that does not exist.",
    killers: ["auth.foreign-bot-looks-unknown"],
    answer(asked, answered) {
      if (answered.code === "bot_not_found" && !isUnknownId(asked.path))
        answered.edit((json) => json.set("hint", "Ask its owner."));
    },
  },
  {
    id: "foreign-bot-is-readable",
    what: "Another user's bot can be read.",
    killers: ["auth.foreign-bot-looks-unknown/get"],
    async answer(asked, answered, { send, keys }) {
      if (is(asked, "GET", bot) && answered.code === "bot_not_found")
        answered.become(await send(withKey(asked, keys.bob)));
    },
  },
  {
    id: "foreign-bot-is-deleted",
    what: "Another user's bot is deleted, although the answer says that it does not exist.",
    killers: ["auth.foreign-bot-looks-unknown/delete"],
    async answer(asked, answered, { send, keys }) {
      if (is(asked, "DELETE", bot) && answered.code === "bot_not_found") await send(withKey(asked, keys.bob));
    },
  },
  {
    id: "lists-show-the-bots-of-others",
    what: "The list of bots contains another user's bots.",
    killers: ["auth.lists-show-only-own/bots"],
    async answer(asked, answered, { send, keys }) {
      if (!is(asked, "GET", bots) || answered.status !== 200) return;
      const theirs = await send(withKey(asked, keys.bob));
      answered.setItems([...answered.items, ...theirs.items]);
    },
  },
  {
    id: "any-key-is-accepted",
    what: "A request with an invalid key is carried out for some user.",
    killers: ["auth.invalid-key", "auth.every-operation-needs-a-key"],
    async answer(asked, answered, { send, keys }) {
      if (answered.code === "api_key_invalid") answered.become(await send(withKey(asked, keys.alice)));
    },
  },
  {
    id: "no-key-is-needed",
    what: "A request without a key is carried out for some user.",
    killers: ["auth.every-operation-needs-a-key", "query.key-comes-first"],
    async answer(asked, answered, { send, keys }) {
      if (!keyed(asked) && answered.status === 401) answered.become(await send(withKey(asked, keys.alice)));
    },
  },
  {
    id: "key-in-the-query-string",
    what: "A key in the query string counts.",
    killers: ["auth.key-elsewhere-does-not-count/query-string"],
    ask(asked) {
      const key = asked.query.get("api_key");
      if (key === null) return;
      asked.query.delete("api_key");
      asked.headers["x-api-key"] = key;
    },
  },
  {
    id: "bearer-is-refused",
    what: "The scheme Bearer is not accepted.",
    killers: ["auth.key-in-a-header/bearer"],
    ask(asked) {
      if (asked.headers.authorization?.startsWith("Bearer ")) delete asked.headers.authorization;
    },
  },
  {
    id: "revoked-keys-stay-valid",
    what: "A key that was valid once stays valid.",
    killers: ["auth.revoked-key-is-invalid-at-once", "auth.expired-key-is-invalid"],
    answer(asked, answered, { memory }) {
      const place = `${keyIn(asked)} ${asked.path}`;
      if (answered.status === 200) memory.set(place, answered.text);
      const earlier = memory.get(place);
      if (answered.code !== "api_key_invalid" || typeof earlier !== "string") return;
      answered.status = 200;
      answered.headers["content-type"] = "application/json; charset=utf-8";
      answered.text = earlier;
    },
  },
  {
    id: "scopes-are-not-checked",
    what: "A key with the scope read changes things.",
    killers: ["auth.scope-read-changes-nothing", "auth.scope-read-uploads-nothing", "cli.scope-is-missing"],
    async answer(asked, answered, { send, keys }) {
      if (answered.code === "insufficient_scope") answered.become(await send(withKey(asked, keys.alice)));
    },
  },
  {
    id: "keys-are-listed-with-their-text",
    what: "The list of keys contains the keys.",
    killers: ["auth.key-is-shown-once"],
    answer(asked, answered, { memory }) {
      if (is(asked, "POST", /api-keys$/)) memory.set("made", answered.json.get("key"));
      if (is(asked, "GET", /api-keys$/))
        answered.text = answered.text.replace(
          '"name"',
          `"key":${JSON.stringify(memory.get("made") ?? "")},"name"`,
        );
    },
  },
  {
    id: "no-challenge",
    what: "A 401 does not say which scheme is needed.",
    killers: ["auth.invalid-key", "query.key-comes-first"],
    answer(_, answered) {
      delete answered.headers["www-authenticate"];
    },
  },
  {
    id: "message-in-other-words",
    what: "The message of a missing key is not exactly that of the documents.",
    killers: ["auth.every-operation-needs-a-key", "auth.key-in-a-header"],
    answer(_, answered) {
      if (answered.code === "authentication_required")
        answered.edit((json) => json.set("detail", "authentication required"));
    },
  },
  {
    id: "two-keys-are-accepted",
    what: "Of two different keys the first one counts.",
    killers: ["auth.two-different-keys"],
    ask(asked) {
      if (asked.headers.authorization) delete asked.headers["x-api-key"];
    },
  },
];
