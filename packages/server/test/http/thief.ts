import { randomBytes } from "node:crypto";
import { request } from "node:http";
import type { RouteOptions } from "fastify";
import { expect, type Mock, vi } from "vitest";
import WebSocket from "ws";
import type { Dashboard } from "../../src/doors/http/parts.ts";
import { RouteTable } from "../../src/doors/http/route-table.ts";
import { Browser } from "./browser.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

/** A platform with an admin whom a bot may want to rob, and all its routes. */
export interface Scene {
  at: TestPlatform;
  victim: Client;
  routes: RouteOptions[];
  /** Values for the parameters of the routes. They lead to what is the victim's. */
  values: Record<string, string>;
}

/** In the names of the victim and of everything that is the victim's, and in nothing that a thief has to send. */
const secret = "victoria";
export const device = `${secret}'s laptop`;

/** The routes are those that the platform registers, so that a new one is attacked too. */
export async function openScene(dashboard?: Dashboard): Promise<Scene> {
  const registered = vi.spyOn(RouteTable.prototype, "add") as unknown as Mock<(route: RouteOptions) => void>;
  const at = await openPlatform({
    ...(dashboard && { dashboard }),
    // So that each request can come from another address, because refused ones are counted.
    settings: { trustedProxies: ["127.0.0.1"] },
  });
  const routes = registered.mock.calls.map(([route]) => route);
  registered.mockRestore();
  const victim = await at.user(secret);
  await at.store.main.updateTable("users").set({ role: "admin" }).where("name", "=", secret).execute();
  const bot_id = await victim.bot(`${secret}s-bot`);
  const { id } = (await victim.post("/api-keys", { name: `${secret}s-key` })).json;
  await victim.post("/users", { name: "friend" });
  const wanted = { client: device, scopes: ["admin"] };
  const { user_code } = (await at.client(undefined).post("/device/code", wanted)).json;
  const others = { key: "position", run_id: "run_1", tab: "logs", name: "friend", version: "1.0.0" };
  return { at, victim, routes, values: { bot_id, id, user_code, ...others } };
}

/** Tries everything that the victim's cookie could be good for, and expects to get and to change nothing. */
export async function tryCookie(scene: Scene, cookie: string): Promise<void> {
  const keys = await wrongKeys(scene, cookie);
  const before = await belongings(scene);
  expect(scene.routes.filter(({ config }) => config?.scope !== "public").length).toBeGreaterThan(50);
  for (const pageKey of keys) {
    for (const route of scene.routes) await tryRoute(scene, route, cookie, pageKey);
    expect(await streamStatus(scene, cookie, pageKey), `the stream, page key ${pageKey}`).toBe(401);
  }
  expect(await belongings(scene)).toEqual(before);
}

/** What the victim has, when its sessions were used last, and who was given access. */
async function belongings({ victim, at }: Scene): Promise<unknown> {
  const { main } = at.store;
  const lists = ["/bots", "/api-keys", "/users", "/custom-bots", "/events"];
  const found = await Promise.all(lists.map(async (path) => (await victim.get(path)).json.items));
  const sessions = main.selectFrom("sessions").selectAll().where("user_id", "=", victim.userId);
  // Anybody may begin a sign-in; only the victim may decide on it.
  const decided = main.selectFrom("device_sign_ins").selectAll().where("status", "!=", "pending");
  return [found, await sessions.execute(), await decided.execute()];
}

/** What somebody without the page key may send in its place, such as the key of a session of its own. */
async function wrongKeys({ at }: Scene, cookie: string): Promise<(string | undefined)[]> {
  const own = new Browser(at);
  await own.post("/api/v1/session", { body: { key: (await at.user("mallory")).key } });
  return [undefined, "", cookie.split("=")[1]!, randomBytes(32).toString("base64url"), own.pageKey!];
}

async function tryRoute(
  scene: Scene,
  { method, url, config }: RouteOptions,
  cookie: string,
  pageKey: string | undefined,
): Promise<void> {
  const { values } = scene;
  const path = url.replace(/:(\w+)/g, (_, name: string) => {
    expect(values[name], `a value for the parameter ${name} of ${url}`).toBeDefined();
    return values[name]!;
  });
  for (const [type, body] of bodiesFor(scene, String(method), pageKey)) {
    const answer = await send(scene, `${method}`, `${path}?user_code=${values.user_code}`, body, {
      ...forgedBy(scene),
      cookie,
      ...(type && { "content-type": type }),
      ...(pageKey !== undefined && { "botyard-page-key": pageKey }),
    });
    const what = `${method} ${path} ${body}, page key ${pageKey}: ${answer.status} ${answer.text.slice(0, 200)}`;
    expect(answer.text.includes(secret), what).toBe(false);
    if (config?.scope === "public") continue;
    expect(answer.status, what).toBe(401);
    if (method !== "HEAD") expect(answer.text, what).toMatch(/"code":"(page_key_required|session_ended)"/);
  }
}

/** Headers that a browser sends from a page of the platform, and that any other program can send. */
const forgedBy = ({ at: { platform } }: Scene) => ({
  ...{ origin: platform.url, referer: `${platform.url}/` },
  ...{ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
});

function bodiesFor({ values }: Scene, method: string, page_key = ""): [type?: string, body?: string][] {
  if (method !== "POST") return [[]];
  const forms = ["approve", "deny", ""].map((decision) =>
    new URLSearchParams({ user_code: values.user_code!, decision, page_key }).toString(),
  );
  return [
    ["application/json", "{}"],
    ...forms.map((form): [string, string] => ["application/x-www-form-urlencoded", form]),
  ];
}

let sources = 0;

/** Sends each request from an address of its own, because the platform limits the failures of one address. */
function send(
  { at }: Scene,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  sources += 1;
  const from = { "x-forwarded-for": `10.${sources >> 8}.${sources & 255}.1` };
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, at.platform.url),
      { method, headers: { ...headers, ...from } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        answer.on("end", () => resolve({ status: answer.statusCode!, text }));
      },
    );
    sent.on("error", reject).end(body);
  });
}

function streamStatus(scene: Scene, cookie: string, pageKey?: string): Promise<number> {
  const address = `${scene.at.platform.apiUrl.replace("http", "ws")}/stream`;
  const protocols = pageKey ? ["botyard", `botyard.page-key.${pageKey}`] : [];
  const socket = new WebSocket(address, protocols, { headers: { ...forgedBy(scene), cookie } });
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve(101)).once("error", reject);
    socket.once("unexpected-response", (sent, { statusCode }) => {
      sent.destroy();
      resolve(statusCode!);
    });
  });
}
