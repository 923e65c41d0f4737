import { setupServer } from "msw/node";
import { afterAll, expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { createMockPlatform } from "../src/index.ts";
import { mockHandlers } from "../src/msw.ts";

const platform = await createMockPlatform({ bots: [{ name: "alpha", bot_id: "bot_a" }] });
const server = setupServer(
  ...mockHandlers(platform),
  ...mockHandlers(platform, { url: "https://bots.example/api/v1" }),
);
server.listen({ onUnhandledFrame: "error" });
afterAll(() => server.close());

const client = createClient({ url: platform.apiUrl, key: platform.key, sleep: async () => {} });

test("a client talks to the mock without a socket", async () => {
  const made = await client.bots.create({
    name: "beta",
    type: "realtime/alpha",
    version: "latest",
    config: {},
  });
  expect(made).toMatchObject({ name: "beta", status: "pending" });
  expect((await client.bots.list()).map(({ name }) => name)).toEqual(["alpha", "beta"]);
  expect(platform.requests.at(-1)).toMatchObject({ operation: "listBots", status: 200 });
});

test("refusals and failures arrive as they would over the network", async () => {
  await expect(client.bots.get("bot_x")).rejects.toMatchObject({ status: 404, code: "bot_not_found" });
  const end = platform.fail({ cut: true });
  await expect(client.bots.get("bot_a")).rejects.toMatchObject({ name: "UnreachableError" });
  end();
  await expect(client.bots.get("bot_a")).resolves.toMatchObject({ name: "alpha" });
});

test("the handlers can be for another address", async () => {
  const other = createClient({ url: "https://bots.example/api/v1", key: platform.key });
  await expect(other.auth.status()).resolves.toMatchObject({ user_name: "admin" });
});
