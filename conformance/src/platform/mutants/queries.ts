import { errorBecomes, is, type PlatformMutant, query } from "./mutant.ts";

const isOwnError = (status: number, type: string | undefined): boolean =>
  status >= 400 && !type?.includes("problem+");

/** Mistakes of the query endpoint. */
export const queryMutants: PlatformMutant[] = [
  {
    id: "no-queries-is-404",
    what: "A bot without queries is answered with 404.",
    killers: ["query.no-query-program", "query.program-is-checked-before-the-path"],
    answer: errorBecomes("no_queries", "not_found"),
  },
  {
    id: "built-ins-without-a-program",
    what: "A bot without queries answers the built-in ones.",
    killers: ["query.no-query-program/health"],
    answer(asked, answered) {
      if (answered.code !== "no_queries" || !asked.body.includes("/health")) return;
      answered.status = 200;
      answered.headers["content-type"] = "application/json";
      answered.text = '{"status":"ok"}';
    },
  },
  {
    id: "answers-through-a-double",
    what: "Answers are parsed and written anew.",
    killers: ["query.scheduled-answers/number", "query.realtime-answers/number", "cli.queries-a-bot"],
    answer(asked, answered) {
      if (is(asked, "POST", query) && answered.status === 200)
        answered.text = JSON.stringify(JSON.parse(answered.text));
    },
  },
  {
    id: "params-through-a-double",
    what: "Parameters are parsed and written anew.",
    killers: ["query.params-reach-the-bot-unchanged"],
    ask(asked) {
      if (is(asked, "POST", query))
        asked.body = Buffer.from(JSON.stringify(JSON.parse(asked.body.toString())));
    },
  },
  {
    id: "strings-without-quotes",
    what: "An answer that is a string loses its quotes.",
    killers: ["query.scheduled-answers/string", "query.realtime-answers/string"],
    answer(asked, answered) {
      if (is(asked, "POST", query)) answered.text = answered.text.replace(/^"(.*)"$/s, "$1");
    },
  },
  {
    id: "null-is-no-content",
    what: "An answer that is null is answered without a body.",
    killers: ["query.scheduled-answers/null", "query.realtime-answers/null"],
    answer(asked, answered) {
      if (is(asked, "POST", query) && answered.text === "null") answered.status = 204;
    },
  },
  {
    id: "answers-as-text",
    what: "Answers have the content type text/plain.",
    killers: ["query.scheduled-answers", "query.realtime-answers"],
    answer(asked, answered) {
      if (is(asked, "POST", query) && answered.status === 200)
        answered.headers["content-type"] = "text/plain";
    },
  },
  {
    id: "bots-errors-are-200",
    what: "A bot's own error is answered with 200.",
    killers: ["query.bots-own-errors", "query.failed-handler"],
    answer(asked, answered) {
      if (is(asked, "POST", query) && isOwnError(answered.status, answered.headers["content-type"]))
        answered.status = 200;
    },
  },
  {
    id: "bots-errors-are-500",
    what: "All errors of a bot are answered with 500.",
    killers: ["query.bots-own-errors"],
    answer(asked, answered) {
      if (is(asked, "POST", query) && isOwnError(answered.status, answered.headers["content-type"]))
        answered.status = 500;
    },
  },
  {
    id: "error-with-a-code",
    what: "The document of a failed handler has a code.",
    killers: ["query.failed-handler"],
    answer(asked, answered) {
      if (is(asked, "POST", query) && answered.status === 500)
        answered.edit((json) => json.set("code", "query.handler_failed"));
    },
  },
  {
    id: "error-key-is-a-failure",
    what: "An answer with the key error is taken as a failure.",
    killers: [
      "query.scheduled-answers/error-key",
      "query.realtime-answers/error-key",
      "cli.error-key-is-an-ordinary-answer",
    ],
    answer(asked, answered) {
      if (is(asked, "POST", query) && answered.json.has("error")) answered.status = 500;
    },
  },
  {
    id: "params-are-lost",
    what: "Parameters do not reach the bot.",
    killers: ["query.params-reach-the-bot-unchanged", "query.largest-params", "query.many-at-once"],
    ask(asked) {
      if (!is(asked, "POST", query)) return;
      const { params: _, ...rest } = JSON.parse(asked.body.toString()) as { params?: unknown };
      asked.body = Buffer.from(JSON.stringify(rest));
    },
  },
  {
    id: "path-is-not-checked",
    what: "Any text is taken as a query path.",
    killers: ["query.path-is-checked"],
    answer(asked, answered) {
      if (!is(asked, "POST", query) || !answered.text.includes('"pointer":"/query_path"')) return;
      answered.status = 404;
      answered.headers["content-type"] = "application/json";
      answered.text = '{"status":"error","error":"no such query","code":"query.unknown_path"}';
    },
  },
  {
    id: "broken-contract-is-500",
    what: "A bot that violates the contract is an internal error.",
    killers: ["query.broken-contract"],
    answer: errorBecomes("query_failed", "internal_error"),
  },
  {
    id: "time-out-is-502",
    what: "A bot that does not answer in time is said to be broken.",
    killers: ["query.time-out"],
    answer: errorBecomes("query_timeout", "query_failed"),
  },
  {
    id: "stopped-bot-is-503",
    what: "A stopped bot is said not to listen yet.",
    killers: ["query.not-running"],
    answer(_, answered) {
      if (answered.code !== "bot_not_running") return;
      answered.headers["retry-after"] = "1";
      answered.becomeProblem("bot_not_listening");
    },
  },
  {
    id: "queries-are-cached",
    what: "A query is answered from a cache, even after the bot was deleted.",
    killers: ["query.deleted-bot"],
    answer(asked, answered, { memory }) {
      if (!is(asked, "POST", query)) return;
      const place = `${asked.path} ${asked.body}`;
      const earlier = memory.get(place) as typeof answered | undefined;
      if (earlier) answered.become(earlier);
      else if (answered.status === 200) memory.set(place, answered);
    },
  },
];
