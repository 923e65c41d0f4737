import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "./browser.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";

let now = Date.now();
let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform({ clock: { now: () => new Date(now), after: () => () => {} } });
});
afterAll(() => at.close());

const begin = async (body: object = {}) => (await at.client(undefined).post("/device/code", body)).json;
const poll = async (device_code: string) =>
  (await at.client(undefined).post("/device/token", { device_code })).json;

async function signedIn(name: string): Promise<Browser> {
  const browser = new Browser(at);
  const { key } = await at.user(name);
  await browser.post("/sign-in", { form: { key } });
  return browser;
}

test("a device shows a code, a signed-in user approves it on the page, and the device gets a key once", async () => {
  const codes = await begin({ client: "platform on desk", scopes: ["read"] });
  expect(codes).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${at.platform.url}/device`,
    verification_uri_complete: `${at.platform.url}/device?user_code=${codes.user_code}`,
    expires_in: 600,
    interval: 5,
  });
  expect((await poll(codes.device_code)).code).toBe("authorization_pending");
  const browser = await signedIn("lena");
  const asks = await (await browser.open(`/device?user_code=${codes.user_code}`)).text();
  expect(asks).toContain(`value="${codes.user_code}"`);
  // Who asks and who would approve is shown to the page that has the page key.
  expect(asks).not.toMatch(/platform on desk|lena/);
  const page = await (await browser.post("/device", { form: { user_code: codes.user_code } })).text();
  expect(page).toContain("<strong>platform on desk</strong> asks for an API key of <strong>lena</strong>");
  // As a person may type it.
  const user_code = codes.user_code.toLowerCase().replace("-", " ");
  expect((await browser.post("/device", { form: { user_code, decision: "approve" } })).status).toBe(200);
  now += 5_000;
  const got = await poll(codes.device_code);
  expect(got).toMatchObject({ token_type: "Bearer", scope: "read", user_name: "lena" });
  expect((await at.client(got.access_token).get("/auth/status")).json).toMatchObject({
    user_name: "lena",
    key: { id: got.key_id, name: "platform on desk", scopes: ["read"] },
  });
  expect((await poll(codes.device_code)).code).toBe("invalid_grant");
  expect((await browser.post("/device", { form: { user_code, decision: "approve" } })).status).toBe(404);
});

test("a denied sign-in gives no key", async () => {
  const { user_code, device_code } = await begin();
  const browser = await signedIn("max");
  const page = await browser.post("/device", { form: { user_code, decision: "deny" } });
  expect(await page.text()).toContain("gets no API key");
  expect((await poll(device_code)).code).toBe("access_denied");
  expect((await poll(device_code)).code).toBe("invalid_grant");
});

test("a device that polls too often is told to slow down", async () => {
  const { device_code } = await begin();
  const codes: string[] = [];
  for (const seconds of [0, 5, 1, 5, 10]) {
    now += seconds * 1000;
    codes.push((await poll(device_code)).code);
  }
  expect(codes).toEqual([
    "authorization_pending",
    "authorization_pending",
    "slow_down",
    "slow_down",
    // 15 seconds are required by now.
    "slow_down",
  ]);
});

test("codes expire after ten minutes", async () => {
  const { user_code, device_code } = await begin();
  now += 600_000;
  const browser = await signedIn("nora");
  expect((await browser.post("/device", { form: { user_code } })).status).toBe(404);
  expect((await poll(device_code)).code).toBe("expired_token");
});

test("approving requires a session with the scope admin, also through the API", async () => {
  const { user_code } = await begin();
  const reader = await at.user("otto", ["read", "deploy"]);
  expect((await reader.post(`/device/${user_code}/approve`)).json.code).toBe("insufficient_scope");
  const browser = new Browser(at);
  await browser.post("/sign-in", { form: { key: reader.key } });
  expect((await browser.post("/device", { form: { user_code, decision: "approve" } })).status).toBe(403);
  const owner = await at.user("otto");
  expect((await owner.get(`/device/${user_code}`)).json).toMatchObject({
    client: "device",
    scopes: ["read", "deploy"],
  });
  expect((await owner.post(`/device/${user_code}/approve`)).status).toBe(200);
  expect((await owner.get(`/device/${user_code}`)).json.code).toBe("user_code_not_found");
});

test("a form from another site approves nothing", async () => {
  const { user_code, device_code } = await begin();
  const browser = await signedIn("paul");
  const sent = { form: { user_code, decision: "approve" }, origin: "http://127.0.0.1:1" };
  expect((await browser.post("/device", sent)).status).toBe(403);
  expect((await poll(device_code)).code).toBe("authorization_pending");
});

test("disabling the user takes back an approval", async () => {
  const { user_code, device_code } = await begin();
  const owner = await at.user("quinn");
  await owner.post(`/device/${user_code}/approve`);
  await at.admin.post("/users/quinn/disable");
  expect((await poll(device_code)).code).toBe("invalid_grant");
});

test("the store keeps only hashes of the codes", async () => {
  const { user_code, device_code } = await begin();
  const rows = JSON.stringify(await at.store.main.selectFrom("device_sign_ins").selectAll().execute());
  expect(rows).not.toContain(device_code);
  expect(rows).not.toContain(user_code.replace("-", ""));
});
