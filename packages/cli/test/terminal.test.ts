import { expect, test } from "vitest";
import { mocked } from "./mocked.ts";
import { ended, inTerminal, says } from "./platform.ts";

const esc = "\u001b";
async function oneBot() {
  const logs = Array.from({ length: 60 }, (_, n) => `line ${n}`);
  const { mock, env } = await mocked({
    bots: [{ name: "alpha", bot_id: "bot_1", type: "realtime/x", logs }],
  });
  return { mock, run: (args: string[], more = {}) => inTerminal(args, { env: { ...env, ...more } }) };
}

test("on a terminal a list is a table with a header, colours and relative times", async () => {
  const { run } = await oneBot();
  const { stdout, code } = await ended(run(["bot", "list"]));
  expect(code).toBe(0);
  expect(stdout).toContain("STATUS");
  expect(stdout).toContain(`${esc}[32mrunning${esc}[39m`);
  expect(stdout).toMatch(/(now|\d+s ago)/);
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
  const { mock, run } = await oneBot();
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
  expect(mock.requests.some(({ operation }) => operation === "deleteBot")).toBe(false);
  const agreed = await answer("alpha\r");
  expect(agreed.code).toBe(0);
  expect(mock.requests.filter(({ operation }) => operation === "deleteBot")).toHaveLength(1);
});

test("auth login asks for the key and does not show it", async () => {
  const { mock, run } = await oneBot();
  const child = run(["auth", "login", "--url", mock.url], { PLATFORM_API_KEY: "" });
  const ending = ended(child);
  await says(child, "stdout", /API key for/);
  child.stdin.write(`${mock.key}\r`);
  const { stdout } = await ending;
  expect(mock.requests[0]).toMatchObject({ operation: "getAuthStatus", status: 200 });
  expect(stdout).not.toContain(mock.key);
});
