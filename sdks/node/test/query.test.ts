import { expect, test } from "vitest";
import { linesOf, RealBot } from "./real-bot.ts";

const botProgram = `
import { error, metric, query, result, state, success } from "@botyard/sdk";
query.handler("/echo", (request) => ({ path: request.path, limit: request.getInteger("limit", 10), all: request.values() }));
query.handler("/config", () => query.getConfig());
query.handler("/own-config", () => { query.getConfig().list.push(1); return query.getConfig(); });
query.handler("/kaput", async () => { throw new TypeError("kaput"); });
query.handler("/odd", () => ({ f: () => 1 }));
query.handler("/never", () => new Promise(() => {}));
query.handler("/write", () => { state.set("a", 8); });
query.handler("/report", (request) => ({ success, error, result })[request.get("how")]("x"));
query.handler("/metric", () => { metric("asked", {}); return state.get("a"); });
query.handler("/background", async () => {
  Promise.reject(new Error("floating"));
  setTimeout(() => { throw new Error("timer"); });
  await new Promise((resolve) => setTimeout(resolve, 20));
  return "fine";
});
query.handler("/busy", () => { setInterval(() => {}, 1000); return "answered"; });
await query.run();
console.log("never here in one-shot mode");
`;

const failure = (error: string, code = "query.handler_failed") => ({ status: "error", error, code });

test("a one-shot query is answered with typed parameters and defaults [Q-7] [Q-16] [Q-17]", async () => {
  const bot = new RealBot(botProgram);
  expect(await bot.ask("/echo", '{"limit":"5","deep":{"a":[1,null]}}')).toEqual({
    exitCode: 0,
    signal: null,
    stdout: "",
    stderr: "",
    answer: { status: "ok", data: { path: "/echo", limit: 5, all: { limit: "5", deep: { a: [1, null] } } } },
  });
  expect(bot.files()).toEqual(["bot.mjs", "node_modules", "result.json"]);
});

test.each([
  ["/kaput", "{}", failure("kaput")],
  ["/odd", "{}", failure("the answer of /odd has no JSON form")],
  ["/never", "{}", failure("the handler of /never never answered")],
  ["/echo", '{"limit":"x"}', failure('parameter "limit" must be an integer, got "x"', "query.invalid_param")],
  ["/echo", "[]", failure("query parameters must be a JSON object, got []", "query.params_not_object")],
  ["/write", "{}", failure("state is read-only in a query process: set")],
  ["/report", '{"how":"success"}', failure("success cannot be used in a query process")],
  ["/report", '{"how":"error"}', failure("error cannot be used in a query process")],
  ["/report", '{"how":"result"}', failure("result cannot be used in a query process")],
])(
  "%s with %s fails with exit code 1 and its document [Q-7] [Q-18] [ST-14] [RES-12]",
  async (path, params, answer) => {
    const { stderr, ...ended } = await new RealBot(botProgram).ask(path, params);
    expect(ended).toMatchObject({ exitCode: 1, stdout: "", answer });
    const records = answer.code === "query.handler_failed" ? [answer.error] : [];
    expect(linesOf(stderr).map(({ message }) => message)).toEqual(records);
  },
);

test("the answer to an unknown path lists the available queries [Q-11] [Q-16]", async () => {
  const { exitCode, answer } = await new RealBot(botProgram).ask("echo");
  expect(exitCode).toBe(1);
  expect(answer).toMatchObject({ error: "no query handler for echo", code: "query.unknown_path" });
  const { available_queries: paths } = answer as { available_queries: string[] };
  expect(paths).toEqual(paths.toSorted());
  expect(paths).toEqual(expect.arrayContaining(["/config", "/health", "/info"]));
});

test("the config is a copy at each call, and is not needed by other handlers [Q-3] [Q-5]", async () => {
  const bot = new RealBot(botProgram);
  expect(await bot.run({ QUERY_PATH: "/own-config", BOT_CONFIG: '{"list":[]}' })).toMatchObject({
    exitCode: 0,
  });
  expect(bot.result()).toEqual({ status: "ok", data: { list: [] } });
  await bot.run({ QUERY_PATH: "/config", BOT_CONFIG: undefined });
  expect(bot.result()).toEqual(failure("BOT_CONFIG is not set"));
  expect(await bot.run({ QUERY_PATH: "/health", BOT_CONFIG: undefined, BOT_ID: undefined })).toMatchObject({
    exitCode: 0,
  });
  expect(bot.result()).toEqual({ status: "ok", data: { status: "ok" } });
});

test("a query may emit metrics and read state [MET-6] [ST-14]", async () => {
  const { exitCode, stdout, answer } = await new RealBot(botProgram).ask("/metric");
  expect({ exitCode, answer }).toEqual({ exitCode: 0, answer: { status: "ok", data: null } });
  expect(linesOf(stdout)).toMatchObject([{ _metric: "asked" }]);
});

test("a failure in work that a handler did not wait for is logged and does not change the answer [Q-15] [LOG-4]", async () => {
  const { exitCode, stderr, answer } = await new RealBot(botProgram).ask("/background");
  expect({ exitCode, answer }).toEqual({ exitCode: 0, answer: { status: "ok", data: "fine" } });
  expect(linesOf(stderr)).toMatchObject([
    { level: "error", message: "floating", data: { stack: expect.stringContaining("bot.mjs") } },
    { level: "error", message: "timer" },
  ]);
});

test("the process ends after its answer, whatever else is running [Q-17]", async () => {
  expect(await new RealBot(botProgram).ask("/busy")).toMatchObject({
    exitCode: 0,
    stdout: "",
    answer: { data: "answered" },
  });
});

test("an answer that cannot be written is logged, with exit code 1 [Q-19]", async () => {
  const { exitCode, stderr } = await new RealBot(botProgram).run({
    QUERY_PATH: "/health",
    RESULT_PATH: "missing/answer.json",
  });
  expect(exitCode).toBe(1);
  expect(linesOf(stderr)).toMatchObject([
    { level: "error", message: expect.stringContaining("cannot write the result to") },
  ]);
});

test("an empty QUERY_PATH counts as unset: the program serves [ENV-2] [ENV-5]", async () => {
  const { end, child, url } = await new RealBot(botProgram).serve({ QUERY_PATH: "" });
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
  child.kill();
  expect((await end).exitCode).toBe(0);
});

test("after query.run() state is read-only, whatever the environment variables are [ENV-5]", async () => {
  const bot = new RealBot(`
    import { query, state } from "@botyard/sdk";
    const { QUERY_PORT } = process.env;
    delete process.env.QUERY_PORT;
    state.set("before", 1);
    process.env.QUERY_PORT = QUERY_PORT;
    query.handler("/write", () => { state.set("after", 1); });
    await query.run();
    delete process.env.QUERY_PORT;`);
  const { url } = await bot.serve();
  const answer = await fetch(`${url}/write`);
  expect([answer.status, await answer.json()]).toMatchObject([
    500,
    { error: "state is read-only in a query process: set" },
  ]);
  expect(bot.files(".state")).toEqual(["before.json"]);
});

test("a second query.run() is refused, even if the first failed, and the process stays a query process [Q-4] [ENV-5]", async () => {
  const bot = new RealBot(`
    import { query, state } from "@botyard/sdk";
    for (const _ of [1, 2]) await query.run().catch((error) => console.log(error.code));
    try { state.set("a", 1); } catch (error) { console.log(error.code); }`);
  const { stdout } = await bot.run({ QUERY_HOST: "a..b", QUERY_PORT: undefined });
  expect(stdout).toBe("query.listen_failed\nquery.already_running\nstate.read_only\n");
});
