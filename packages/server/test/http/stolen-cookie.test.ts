import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "./browser.ts";
import { device, openScene, type Scene, tryCookie } from "./thief.ts";

let folder: string;
let scene: Scene;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botyard-stolen-"));
  await writeFile(join(folder, "index.html"), '<!doctype html><html lang="en"><body></body></html>');
  scene = await openScene({ folder, paths: ["/", "/bots/:bot_id", "/bots/:bot_id/:tab"] });
  browser = new Browser(scene.at);
  await browser.post("/api/v1/session", { body: { key: scene.victim.key } });
});
afterAll(async () => {
  await scene.at.close();
  await rm(folder, { recursive: true });
});

test("a cookie that a bot got from a browser shows and changes nothing, at any address of the platform", async () => {
  await tryCookie(scene, browser.cookie!);
}, 60_000);

test("the browser that the cookie is from goes on working, and with its page key the same requests succeed", async () => {
  const { bot_id, user_code } = scene.values as { bot_id: string; user_code: string };
  expect((await browser.json("GET", "/api/v1/auth/status")).user_name).toBe("victoria");
  for (const path of [`/api/v1/bots/${bot_id}`, "/metrics", "/"])
    expect((await browser.get(path)).status, path).toBe(200);
  const asked = await browser.post("/device", { form: { user_code } });
  expect(await asked.text()).toContain("asks for an API key of <strong>victoria</strong>");
  const approved = await browser.post("/device", { form: { user_code, decision: "approve" } });
  expect(await approved.text()).toContain(`${device.replace("'", "&#39;")}</strong> gets an API key`);
});
