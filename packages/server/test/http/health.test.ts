import { QueryCreator } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());
afterEach(() => {
  at.engine.refusal = undefined;
  vi.restoreAllMocks();
});

test("the platform is ready while it can start bots, and otherwise reports why not and when it retries", async () => {
  const ready = () => at.admin.ask("GET", `${at.platform.url}/readyz`);
  expect(await ready()).toMatchObject({ status: 200, json: { status: "ready" } });
  const why = "A trial sandbox with bubblewrap failed: no space left on device.";
  at.engine.refusal = { why, retryAfterSeconds: 8 };
  const refused = await ready();
  expect(refused.json).toMatchObject({ status: 503, code: "isolation_unavailable", detail: why });
  expect(refused.headers.get("retry-after")).toBe("8");
  const alive = await at.admin.ask("GET", `${at.platform.url}/healthz`);
  expect(alive.json).toMatchObject({ status: "ok" });
});

test("the platform is not ready while its disk is nearly full or its database cannot be read", async () => {
  const ready = async () => (await at.admin.ask("GET", `${at.platform.url}/readyz`)).json;
  const low = vi.spyOn(at.store.space, "isLow", "get").mockReturnValue(true);
  expect(await ready()).toMatchObject({ status: 503, code: "disk_low" });
  low.mockRestore();
  const read = vi.spyOn(QueryCreator.prototype, "selectFrom").mockImplementation(() => {
    throw new Error("database disk image is malformed");
  });
  expect(await ready()).toMatchObject({
    status: 503,
    code: "store_unavailable",
    detail: "The database cannot be read: database disk image is malformed",
  });
  read.mockRestore();
  expect(await ready()).toEqual({ status: "ready" });
});

test("what the system page says of the platform's parts is what the probe refuses for", async () => {
  const ready = async () => (await at.admin.ask("GET", `${at.platform.url}/readyz`)).json;
  const failing = async () =>
    (await at.admin.get("/system")).json.health
      .filter(({ status }: { status: string }) => status === "failing")
      .map(({ name, detail }: { name: string; detail: string }) => [name, detail]);
  expect([await failing(), await ready()]).toEqual([[], { status: "ready" }]);

  const low = vi.spyOn(at.store.space, "isLow", "get").mockReturnValue(true);
  expect((await failing()).map(([name]: string[]) => name)).toEqual(["disk"]);
  expect(await ready()).toMatchObject({ code: "disk_low" });
  low.mockRestore();

  const read = vi.spyOn(QueryCreator.prototype, "selectFrom").mockImplementation(() => {
    throw new Error("database disk image is malformed");
  });
  const { code, detail } = await ready();
  expect(code).toBe("store_unavailable");
  expect(await failing()).toEqual([["store", detail]]);
  read.mockRestore();

  at.engine.copied = "The data folder is a copy.";
  expect(await failing()).toEqual([["data_folder", "The data folder is a copy."]]);
  expect(await ready()).toMatchObject({ code: "data_dir_copied", detail: "The data folder is a copy." });
  at.engine.copied = undefined;

  at.engine.refusal = { why: "There is no bubblewrap.", retryAfterSeconds: 8 };
  expect(await failing()).toEqual([["isolation", "There is no bubblewrap."]]);
  expect(await ready()).toMatchObject({ code: "isolation_unavailable", detail: "There is no bubblewrap." });
});

test("a query for which no process can be started is answered 503 with the reason and Retry-After", async () => {
  const id = await at.admin.bot("asked", { queries: true });
  at.engine.answer = () => ({ kind: "not_isolated", why: "There is no room.", retryAfterSeconds: 3 });
  const answer = await at.admin.post(`/query/${id}`, { query_path: "/status" });
  expect(answer.json).toMatchObject({
    status: 503,
    code: "isolation_unavailable",
    detail: "There is no room.",
  });
  expect(answer.headers.get("retry-after")).toBe("3");
});
