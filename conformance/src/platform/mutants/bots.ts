import { isObject, type Json, write } from "../../json/index.ts";
import { bot, bots, is, logs, type PlatformMutant } from "./mutant.ts";

/** Mistakes with bots, runs, logs, state and packages. */
export const botMutants: PlatformMutant[] = [
  {
    id: "defaults-are-not-filled-in",
    what: "The defaults of the schema are missing in the config.",
    killers: ["bots.created-and-got", "bots.dry-run-creates-nothing"],
    answer(_, answered) {
      answered.text = answered.text.replace(/,"update_interval_ms":60000/, "");
    },
  },
  {
    id: "secrets-are-shown",
    what: "Secrets are shown with the config.",
    killers: ["bots.secrets-are-not-shown"],
    answer(asked, answered) {
      if (!is(asked, "GET", /\/bots/)) return;
      const nonce = /"name":"bot-(\w+)"/.exec(answered.text)?.[1] ?? "";
      answered.text = answered.text.replace('"********"', `"ak-${nonce}"`);
    },
  },
  {
    id: "patch-merges-the-config",
    what: "A patch merges the config instead of replacing it.",
    killers: ["bots.patch-replaces-the-config-as-a-whole"],
    async ask(asked, { send }) {
      if (!is(asked, "PATCH", bot)) return;
      const before = (await send({ ...asked, method: "GET", body: Buffer.alloc(0) })).json.get("config");
      const patch = JSON.parse(asked.body.toString()) as { config?: object };
      if (!patch.config || !isObject(before)) return;
      const config = { ...(JSON.parse(write(before)) as object), ...patch.config };
      asked.body = Buffer.from(JSON.stringify({ ...patch, config }));
    },
  },
  {
    id: "null-does-not-reset",
    what: "Null in a patch is ignored.",
    killers: ["bots.patch-with-null-resets"],
    ask(asked) {
      if (!is(asked, "PATCH", bot)) return;
      asked.body = Buffer.from(
        asked.body.toString().replace(/"timezone":null,?/, '"timezone":"Asia/Tokyo",'),
      );
    },
  },
  {
    id: "deleted-bots-are-shown",
    what: "A bot is still shown after it was deleted.",
    killers: ["bots.deleted-bot-is-unknown/get", "cli.deploys-a-bot"],
    answer(asked, answered, { memory }) {
      if (!is(asked, "GET", bot)) return;
      const earlier = memory.get(asked.path) as typeof answered | undefined;
      if (answered.status === 200) memory.set(asked.path, answered);
      else if (earlier) answered.become(earlier);
    },
  },
  {
    id: "deleting-does-nothing",
    what: "Deleting says that it is done and does nothing.",
    killers: ["bots.deleted-bot-is-unknown", "bots.deleting-ends-the-process", "query.deleted-bot"],
    ask(asked) {
      if (!is(asked, "DELETE", bot)) return;
      asked.method = "GET";
      asked.headers["x-deleting"] = "1";
    },
    answer(asked, answered) {
      if (asked.headers["x-deleting"] !== undefined) answered.status = 204;
    },
  },
  {
    id: "stopping-does-nothing",
    what: "Stopping says that it is done and does nothing.",
    killers: ["query.not-running", "state.changed-while-stopped"],
    ask(asked) {
      if (is(asked, "POST", /\/stop$/)) asked.path = asked.path.replace(/stop$/, "start");
      if (is(asked, "GET", /\/wait$/) && asked.query.get("status") === "stopped")
        asked.query.set("status", "stopped,running,idle");
    },
    answer(asked, answered) {
      if (is(asked, "POST", /\/start$/)) answered.status = 202;
    },
  },
  {
    id: "dry-run-creates",
    what: "A dry run creates the bot.",
    killers: ["bots.dry-run-creates-nothing", "cli.dry-run-creates-nothing"],
    async answer(asked, answered, { send }) {
      if (!is(asked, "POST", bots) || answered.json.get("dry_run") !== true) return;
      await send({ ...asked, query: new URLSearchParams() });
    },
  },
  {
    id: "wait-does-not-wait",
    what: "A wait answers at once.",
    killers: ["bots.wait-ends-with-its-time-out"],
    async answer(asked, answered, { send }) {
      if (!is(asked, "GET", /\/bots\/.*\/wait$/) || answered.status !== 504) return;
      const path = asked.path.replace(/\/wait$/, "");
      answered.become(await send({ ...asked, path, query: new URLSearchParams() }));
    },
  },
  {
    id: "names-are-not-unique",
    what: "A taken name is said to be free.",
    killers: ["bots.name-is-taken"],
    async answer(asked, answered, { send }) {
      if (answered.code !== "name_taken") return;
      const body = Buffer.from(asked.body.toString().replace('"name":"', '"name":"again-'));
      answered.become(await send({ ...asked, body }));
    },
  },
  {
    id: "failed-runs-are-successes",
    what: "Every run that ended is a success.",
    killers: ["runs.verdict", "runs.last-run-of-the-bot", "cli.runs-a-bot"],
    answer(asked, answered) {
      if (/\/(runs|bots)\//.test(asked.path))
        answered.text = answered.text.replaceAll('"status":"error"', '"status":"success"');
    },
  },
  {
    id: "results-through-a-double",
    what: "Results are parsed and written anew.",
    killers: ["runs.by-hand"],
    answer(asked, answered) {
      if (/\/runs\//.test(asked.path)) answered.text = JSON.stringify(JSON.parse(answered.text));
    },
  },
  {
    id: "level-is-ignored",
    what: "The level of a log request is ignored.",
    killers: ["logs.filtered", "cli.shows-logs"],
    ask(asked) {
      if (is(asked, "GET", logs)) asked.query.delete("level");
    },
  },
  {
    id: "days-are-ignored",
    what: "The date and the range of a log request are ignored.",
    killers: ["logs.by-day"],
    ask(asked) {
      if (!is(asked, "GET", logs)) return;
      asked.query.delete("date");
      asked.query.delete("date_range");
    },
  },
  {
    id: "oldest-lines-up-to-the-limit",
    what: "With a limit, the oldest lines are returned.",
    killers: ["logs.newest-up-to-the-limit"],
    async answer(asked, answered, { send }) {
      const limit = asked.query.get("limit");
      if (!is(asked, "GET", logs) || limit === null || asked.query.has("before")) return;
      const query = new URLSearchParams(asked.query);
      query.set("limit", "1000");
      const all = await send({ ...asked, query });
      answered.setItems(all.items.slice(0, Number(limit)));
    },
  },
  {
    id: "secrets-in-the-log",
    what: "Secrets are shown in the log.",
    killers: ["masking.secret-of-the-config"],
    async answer(asked, answered, { send }) {
      if (!is(asked, "GET", logs)) return;
      const path = asked.path.replace(/\/logs$/, "");
      const name = String((await send({ ...asked, path, query: new URLSearchParams() })).json.get("name"));
      answered.text = answered.text.replace(/\*{3,}/, `s3cr+t/${name.replace("bot-", "")}***`);
    },
  },
  {
    id: "masks-too-much",
    what: "Every number in the log is masked.",
    killers: ["masking.ordinary-text-stays"],
    answer(asked, answered) {
      if (is(asked, "GET", logs))
        answered.text = answered.text.replace(/("message":"[^"]*?)\d{2,}/g, "$1********");
    },
  },
  {
    id: "summary-of-the-first-line",
    what: "A summary counts each message once.",
    killers: ["logs.summary"],
    answer(asked, answered) {
      if (asked.path.endsWith("/summary")) answered.text = answered.text.replace('"count":2', '"count":1');
    },
  },
  {
    id: "metrics-through-a-double",
    what: "Metrics are parsed and written anew.",
    killers: ["metrics.listed-with-all-digits", "cli.shows-state-and-metrics"],
    answer(asked, answered) {
      if (/\/metrics(\/latest)?$/.test(asked.path)) answered.text = JSON.stringify(JSON.parse(answered.text));
    },
  },
  {
    id: "thinning-is-not-told",
    what: "An answer does not say that metrics were left out.",
    killers: ["metrics.thinned-out"],
    answer(_, answered) {
      answered.text = answered.text.replace('"downsampled":true', '"downsampled":false');
    },
  },
  {
    id: "state-is-written-anew",
    what: "A value of the state is parsed and written anew.",
    killers: ["state.keys-and-values", "state.changed-while-stopped"],
    answer(asked, answered) {
      if (is(asked, "GET", /\/state\/[^/]+$/) && answered.status === 200)
        answered.text = JSON.stringify(JSON.parse(answered.text));
    },
  },
  {
    id: "same-content-is-created-again",
    what: "The same content again is answered with 201.",
    killers: ["packages.same-content-again"],
    answer(asked, answered) {
      if (is(asked, "POST", /custom-bots$/) && answered.status === 200) answered.status = 201;
    },
  },
  {
    id: "versions-are-overwritten",
    what: "A version is said to be missing, and other content under it to be accepted.",
    killers: ["packages.other-content", "cli.refuses-changed-content"],
    async answer(asked, answered, { send }) {
      // The command line asks for it before it sends anything.
      if (is(asked, "GET", /custom-bots\/[^/]+$/)) answered.status = 404;
      if (answered.code !== "version_exists") return;
      const path = "/api/v1/custom-bots/conformance-crossover";
      answered.become(await send({ ...asked, method: "GET", path, body: Buffer.alloc(0) }));
    },
  },
  {
    id: "versions-in-order-of-text",
    what: "Versions are ordered as text.",
    killers: ["packages.versions"],
    answer(asked, answered) {
      if (!asked.path.endsWith("/versions")) return;
      const versionOf = (item: Json) => (isObject(item) ? String(item.get("version")) : "");
      answered.setItems([...answered.items].sort((a, b) => (versionOf(a) < versionOf(b) ? 1 : -1)));
    },
  },
  {
    id: "schema-is-written-anew",
    what: "The schema is parsed and written anew.",
    killers: ["packages.schema-as-uploaded"],
    answer(asked, answered) {
      if (asked.path.endsWith("/schema") && answered.status === 200)
        answered.text = JSON.stringify(JSON.parse(answered.text));
    },
  },
  {
    id: "problems-without-lines",
    what: "The problems of a package do not name the line.",
    killers: ["packages.problem-has-line-and-column"],
    answer(_, answered) {
      answered.text = answered.text.replace(/"line":\d+,/g, "");
    },
  },
];
