import * as oauth from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "./harness.ts";

let now = Date.now();
let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform({ clock: { now: () => new Date(now), after: () => () => {} } });
});
afterAll(() => at.close());

/** A client that knows nothing of the platform but its two addresses. `onError` sees the errors that it is told. */
function stranger(clientId: string, onError: (error: string) => Promise<void> = async () => {}) {
  const api = `${at.platform.url}/api/v1/device`;
  const server = {
    issuer: at.platform.url,
    device_authorization_endpoint: `${api}/code`,
    token_endpoint: `${api}/token`,
  };
  const config = new oauth.Configuration(server, clientId, undefined, oauth.None());
  oauth.allowInsecureRequests(config);
  config[oauth.customFetch] = async (url, options) => {
    const answer = await fetch(url, options as RequestInit);
    if (!answer.ok) await onError(((await answer.clone().json()) as { error: string }).error);
    return answer;
  };
  return config;
}

const send = (
  path: string,
  form: string | Uint8Array<ArrayBuffer>,
  type = "application/x-www-form-urlencoded",
) => at.client(undefined).ask("POST", `/device/${path}`, { raw: form, headers: { "content-type": type } });
const grant = `grant_type=${encodeURIComponent("urn:ietf:params:oauth:grant-type:device_code")}`;

describe("an unchanged OAuth client", () => {
  test.concurrent("waits until its sign-in is approved, and gets a key", async () => {
    const owner = await at.user("lena");
    const told: string[] = [];
    const config = stranger("build server", async (error) => {
      told.push(error);
      now += 60_000;
      await owner.post(`/device/${codes.user_code}/approve`);
    });
    const codes = await oauth.initiateDeviceAuthorization(config, { scope: "read" });
    expect(codes).toMatchObject({ expires_in: 600, interval: 5 });
    expect(codes.verification_uri_complete).toBe(`${at.platform.url}/device?user_code=${codes.user_code}`);
    const tokens = await oauth.pollDeviceAuthorizationGrant(config, codes);
    expect(told).toEqual(["authorization_pending"]);
    expect(tokens).toMatchObject({ token_type: "bearer", scope: "read" });
    const answer = await oauth.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${at.platform.url}/api/v1/auth/status`),
      "GET",
    );
    expect(await answer.json()).toMatchObject({
      user_name: "lena",
      key: { name: "build server", scopes: ["read"] },
    });
  });

  test.concurrent("is told that its sign-in was denied", async () => {
    const owner = await at.user("max");
    const config = stranger("denied");
    const codes = await oauth.initiateDeviceAuthorization(config, {});
    await owner.post(`/device/${codes.user_code}/deny`);
    await expect(oauth.pollDeviceAuthorizationGrant(config, codes)).rejects.toMatchObject({
      error: "access_denied",
      status: 400,
    });
  });

  test.concurrent("is told that a scope is unknown", async () => {
    const begun = oauth.initiateDeviceAuthorization(stranger("greedy"), { scope: "read root" });
    await expect(begun).rejects.toMatchObject({ error: "invalid_scope", status: 400 });
  });
});

test("a client that polls too early slows down, and one that comes too late is told so", async () => {
  const { device_code } = (await send("code", "client_id=early")).json;
  const poll = async () => (await send("token", `${grant}&device_code=${device_code}`)).json.error;
  expect(await poll()).toBe("authorization_pending");
  expect(await poll()).toBe("slow_down");
  now += 600_000;
  expect(await poll()).toBe("expired_token");
  // Another sign-in does not make it unknown.
  await send("code", "");
  expect(await poll()).toBe("expired_token");
  now += 2 * 3600_000;
  await send("code", "");
  expect(await poll()).toBe("invalid_grant");
});

test("unknown and empty fields are ignored, and names may have spaces and escapes", async () => {
  const form = "client_id=a+b%20%C3%A9&client_secret=x&resource=&scope=&audience=y";
  const { status, json } = await send("code", form, "application/x-www-form-urlencoded;charset=UTF-8");
  expect(status).toBe(200);
  const wanted = (await at.admin.get(`/device/${json.user_code}`)).json;
  expect(wanted).toMatchObject({ client: "a b é", scopes: ["read", "deploy"] });
});

test.each([
  ["code", "client_id=a&client_id=b", "invalid_request"],
  ["code", "client_id=a&client%5Fid=b", "invalid_request"],
  ["code", "client_id=%e", "invalid_request"],
  ["code", "client_id=%ff", "invalid_request"],
  ["code", new Uint8Array([...new TextEncoder().encode("client_id="), 0xff]), "invalid_request"],
  ["code", `client_id=${"a".repeat(101)}`, "invalid_request"],
  ["code", "client_id=safe%E2%80%AEefas", "invalid_request"],
  ["code", "client_id=a%00", "invalid_request"],
  ["code", "scope=read++deploy", "invalid_scope"],
  ["code", "scope=toString", "invalid_scope"],
  ["token", "", "invalid_request"],
  ["token", grant, "invalid_request"],
  ["token", "device_code=x", "invalid_request"],
  ["token", `${grant}&device_code=`, "invalid_request"],
  ["token", `${grant}&device_code=x&device_code=x`, "invalid_request"],
  ["token", "grant_type=client_credentials", "unsupported_grant_type"],
  ["token", `${grant}&device_code=x`, "invalid_grant"],
])("%s: %s is answered with 400 and %s", async (path, form, error) => {
  const { status, headers, json } = await send(path, form);
  expect([status, json.error]).toEqual([400, error]);
  // Both kinds of clients find what they read.
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(json).toMatchObject({
    status: 400,
    code: expect.stringMatching(/^\w+$/),
    request_id: expect.anything(),
  });
});

test("a form that is too large is refused", async () => {
  const { status, json } = await send("code", `client_id=${"a".repeat(9000)}`);
  expect([status, json.error]).toEqual([413, "invalid_request"]);
});

test("JSON is answered with problem documents, which have the same errors", async () => {
  const { status, headers, json } = await at.client(undefined).post("/device/token", { device_code: "x" });
  expect([status, json.error, json.code]).toEqual([400, "invalid_grant", "invalid_grant"]);
  expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
  const nothing = await at.client(undefined).ask("POST", "/device/token");
  expect([nothing.status, nothing.json.error, nothing.json.code]).toEqual([
    400,
    "invalid_request",
    "malformed_json",
  ]);
  const nil = await at.client(undefined).post("/device/token", null);
  expect([nil.status, nil.json.error]).toEqual([422, "invalid_request"]);
  const hidden = await at.client(undefined).post("/device/code", { client: "a\u200b" });
  expect([hidden.status, hidden.json.error]).toEqual([422, "invalid_request"]);
});
