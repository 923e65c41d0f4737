import { expect, test } from "vitest";
import { fakePlatform } from "../../client/test/fake-platform.ts";
import { afterThisTest, ended, inTerminal, says } from "./platform.ts";

const esc = "\u001b";
const longAgo = "2020-01-01T00:00:00.000Z";
const bot = {
  ...{
    bot_id: "bot_1",
    name: "alpha",
    type: "realtime/x",
    version: "1.0.0",
    version_spec: "1.0.0",
    status: "running",
  },
  ...{
    config: {},
    desired: "running",
    revision: 1,
    restarts: 0,
    created_at: longAgo,
    updated_at: longAgo,
    has_queries: true,
  },
};

async function oneBot() {
  const fake = await fakePlatform(({ path, method }) => {
    if (method === "DELETE") return { status: 204 };
    if (path.includes("/logs")) {
      const line = { time: longAgo, level: "info", stream: "stdout", message: "x" };
      return { json: { items: Array.from({ length: 60 }, (_, seq) => ({ ...line, seq })) } };
    }
    return { json: path.includes("bots?") ? { items: [bot] } : bot };
  });
  afterThisTest(fake.close);
  const env = { PLATFORM_API_URL: fake.url, PLATFORM_API_KEY: "k" };
  return { fake, run: (args: string[], more = {}) => inTerminal(args, { env: { ...env, ...more } }) };
}

test("on a terminal a list is a table with a header, colours and relative times", async () => {
  const { run } = await oneBot();
  const { stdout, code } = await ended(run(["bot", "list"]));
  expect(code).toBe(0);
  expect(stdout).toContain("STATUS");
  expect(stdout).toContain(`${esc}[32mrunning${esc}[39m`);
  expect(stdout).toMatch(/\d+d ago/);
});

test.each([
  ["NO_COLOR", [], { NO_COLOR: "1" }],
  ["TERM=dumb", [], { TERM: "dumb" }],
  ["--no-color", ["--no-color"], {}],
])("%s disables colours", async (_what, args, env) => {
  const { run } = await oneBot();
  const { stdout } = await ended(run(["bot", "list", ...args], env));
  expect(stdout).toContain("running");
  expect(stdout).not.toContain(esc);
});

test("output longer than the screen goes through PAGER", async () => {
  const { run } = await oneBot();
  const { stdout } = await ended(run(["bot", "logs", "bot_1"], { PAGER: "sed s/^/paged:/" }));
  expect(stdout.match(/^paged:/gm)).toHaveLength(60);
});

test("deleting shows the bot and asks for its name; another name deletes nothing", async () => {
  const { fake, run } = await oneBot();
  const answer = async (typed: string) => {
    const child = run(["bot", "delete", "bot_1"]);
    const ending = ended(child);
    await says(child, "stdout", /Type the name of the bot/);
    child.stdin.write(typed);
    return ending;
  };
  const declined = await answer("beta\r");
  expect(declined.code).toBe(2);
  expect(declined.stdout).toContain(
    "This stops alpha (realtime/x 1.0.0, running) and deletes it permanently.",
  );
  expect(declined.stdout).toContain("nothing was deleted");
  expect(fake.seen.some(({ method }) => method === "DELETE")).toBe(false);
  const agreed = await answer("alpha\r");
  expect(agreed.code).toBe(0);
  expect(fake.seen.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

test("auth login asks for the key and does not show it", async () => {
  const { fake, run } = await oneBot();
  const child = run(["auth", "login", "--url", fake.url], { PLATFORM_API_KEY: "" });
  const ending = ended(child);
  await says(child, "stdout", /API key for/);
  child.stdin.write("by_typed_secret\r");
  const { stdout } = await ending;
  expect(fake.seen[0]?.headers.authorization).toBe("ApiKey by_typed_secret");
  expect(stdout).not.toContain("by_typed_secret");
});
