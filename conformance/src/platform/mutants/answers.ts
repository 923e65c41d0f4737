import { isObject, Num } from "../../json/index.ts";
import { errorBecomes, is, type PlatformMutant } from "./mutant.ts";

/** Mistakes with the form of answers and errors. */
export const answerMutants: PlatformMutant[] = [
  {
    id: "errors-without-pointers",
    what: "The listed problems do not say where they are.",
    killers: ["bots.config-is-checked-by-its-schema", "query.path-is-checked", "auth.key-request-is-checked"],
    answer(_, answered) {
      answered.text = answered.text.replace(/"pointer":"[^"]*",?/g, "");
    },
  },
  {
    id: "only-the-first-problem",
    what: "Only the first problem is listed.",
    killers: ["bots.every-problem-at-once", "packages.every-problem-at-once"],
    answer(_, answered) {
      answered.edit((json) => {
        const errors = json.get("errors");
        if (Array.isArray(errors)) json.set("errors", errors.slice(0, 1));
      });
    },
  },
  {
    id: "problems-as-plain-json",
    what: "Errors have the content type application/json.",
    killers: ["rest.unknown-address", "query.no-query-program"],
    answer(_, answered) {
      const type = answered.headers["content-type"] ?? "";
      if (type.includes("problem+")) answered.headers["content-type"] = type.replace("problem+", "");
    },
  },
  {
    id: "title-of-its-own",
    what: "The title of an error is not that of the table.",
    killers: ["rest.unknown-address", "bots.name-is-taken"],
    answer(_, answered) {
      if (answered.status >= 400) answered.edit((json) => json.set("title", "Error"));
    },
  },
  {
    id: "other-request-id-in-the-body",
    what: "The request id of the document differs from that of the header.",
    killers: ["rest.unknown-address", "rest.method-not-allowed"],
    answer(_, answered) {
      if (answered.status >= 400) answered.edit((json) => json.set("request_id", "req_other"));
    },
  },
  {
    id: "no-request-id",
    what: "Answers have no request id.",
    killers: ["rest.request-ids-differ", "auth.status-of-a-key"],
    answer(_, answered) {
      delete answered.headers["x-request-id"];
    },
  },
  {
    id: "constant-request-id",
    what: "All answers have the same request id.",
    killers: ["rest.request-ids-differ"],
    answer(_, answered) {
      answered.headers["x-request-id"] = "req_1";
      answered.text = answered.text.replace(/"request_id":"[^"]*"/, '"request_id":"req_1"');
    },
  },
  {
    id: "answers-may-be-cached",
    what: "Answers do not forbid caches to keep them.",
    killers: ["auth.status-of-a-key", "bots.created-and-got"],
    answer(_, answered) {
      delete answered.headers["cache-control"];
    },
  },
  {
    id: "405-without-allow",
    what: "A refused method does not say which are supported.",
    killers: ["rest.method-not-allowed", "query.only-post"],
    answer(_, answered) {
      delete answered.headers.allow;
    },
  },
  {
    id: "503-without-retry-after",
    what: "A temporary failure does not say when to try again.",
    killers: ["query.not-listening"],
    answer(_, answered) {
      delete answered.headers["retry-after"];
    },
  },
  {
    id: "unknown-addresses-are-a-page",
    what: "An unknown address answers with a web page.",
    killers: ["rest.unknown-address"],
    answer(_, answered) {
      if (answered.code !== "not_found") return;
      answered.status = 200;
      answered.headers["content-type"] = "text/html";
      answered.text = "<!doctype html>";
    },
  },
  {
    id: "broken-json-is-422",
    what: "A body that cannot be read is answered as one that is invalid.",
    killers: ["rest.body-cannot-be-read", "query.body-is-checked-before-the-bot/broken-json"],
    answer: errorBecomes("malformed_json", "validation_failed"),
  },
  {
    id: "broken-json-is-500",
    what: "A body that cannot be read is an internal error.",
    killers: ["rest.body-cannot-be-read"],
    answer: errorBecomes("malformed_json", "internal_error"),
  },
  {
    id: "unknown-parameters-are-ignored",
    what: "Unknown parameters are ignored.",
    killers: ["rest.unknown-parameter", "logs.parameters-are-checked/unknown"],
    async answer(asked, answered, { send }) {
      if (answered.code !== "invalid_parameter") return;
      const errors = answered.json.get("errors");
      const [first] = Array.isArray(errors) ? errors : [];
      const name = first !== undefined && isObject(first) ? String(first.get("pointer")) : "";
      if (!/^(limits|lines)$/.test(name)) return;
      asked.query.delete(name);
      answered.become(await send(asked));
    },
  },
  {
    id: "query-overrides-path",
    what: "A parameter of the query string overrides the one of the path.",
    killers: ["rest.path-parameter-in-the-query"],
    ask(asked) {
      const id = asked.query.get("bot_id");
      if (id === null || !/^\/api\/v1\/bots\/[^/]+(\/stop)?$/.test(asked.path)) return;
      asked.path = asked.path.replace(/bots\/[^/]+/, `bots/${id}`);
      asked.query.delete("bot_id");
    },
  },
  {
    id: "unknown-fields-are-ignored",
    what: "Misspelt fields of a bot are ignored.",
    killers: ["bots.unknown-field", "bots.refused-patch-changes-nothing/unknown"],
    ask(asked) {
      if (!is(asked, "POST PATCH", /\/bots/)) return;
      asked.body = Buffer.from(asked.body.toString().replace(/,?"(schedul|confg|timezon|nam)":"\w+"/g, ""));
    },
  },
  {
    id: "created-is-200",
    what: "Creating answers with 200.",
    killers: ["bots.created-and-got", "packages.uploaded"],
    answer(_, answered) {
      if (answered.status === 201) answered.status = 200;
    },
  },
  {
    id: "created-without-location",
    what: "Creating does not say where the bot is.",
    killers: ["bots.created-and-got"],
    answer(_, answered) {
      delete answered.headers.location;
    },
  },
  {
    id: "200-without-a-body",
    what: "Answers have no body.",
    killers: ["bots.scheduled-waits-for-its-tick", "auth.status-of-a-key", "cli.shows-a-custom-bot"],
    answer(_, answered) {
      if (answered.status === 200) answered.text = "";
    },
  },
  {
    id: "times-in-seconds",
    what: "Times have no milliseconds.",
    killers: ["rest.times-are-utc-with-milliseconds"],
    answer(_, answered) {
      answered.text = answered.text.replace(/(:\d\d)\.\d{3}Z"/g, '$1Z"');
    },
  },
  {
    id: "quota-is-not-told",
    what: "Answers do not tell the quota.",
    killers: ["rest.quota-is-told"],
    answer(_, answered) {
      delete answered.headers.ratelimit;
    },
  },
  {
    id: "status-of-its-own",
    what: "The status in the document of an error is not that of the answer.",
    killers: ["bots.name-is-taken", "bots.unknown-custom-bot"],
    answer(_, answered) {
      if (answered.status >= 400) answered.edit((json) => json.set("status", new Num("400")));
    },
  },
];
