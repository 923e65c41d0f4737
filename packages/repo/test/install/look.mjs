// Runs in the machine of debian-machine.test.ts with the Node.js of the package: signs a browser in by the link, and prints
// what the platform and the bot say. Arguments: the time of the first command, in seconds after the start of the machine,
// and the link.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [began, link] = process.argv.slice(2);
const url = new URL(link).origin;
const page = await (await fetch(link)).text();
const fields = new URLSearchParams();
for (const [input] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
  fields.append(/name="([^"]*)"/.exec(input)[1], /value="([^"]*)"/.exec(input)?.[1] ?? "");
const action = new URL(/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? link, link);
const answer = await fetch(action, {
  method: "POST",
  body: fields,
  headers: { origin: url },
  redirect: "manual",
});
const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
const dashboard = await fetch(`${url}/`, { headers: { cookie }, redirect: "manual" });
const isThere = (await dashboard.text()).includes("<script");
const seconds = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) - Number(began);

const said = (...words) => execFileSync("botyard", words, { encoding: "utf8" });
const key = readFileSync("/var/lib/botyard/admin.key");
execFileSync("botyard", ["auth", "login", "--url", url, "--with-token"], { input: key, stdio: "pipe" });
if (!said("custom-bot", "list").includes("small")) {
  said("custom-bot", "init", "small", "--runtime", "nodejs24");
  said("custom-bot", "deploy", "small");
  said("bot", "deploy", "small/instance.json");
}
const [{ bot_id }] = JSON.parse(said("bot", "list", "--json")).items;
const { status, restarts, started_at } = JSON.parse(said("bot", "get", bot_id, "--json"));
const health = await (await fetch(`${url}/healthz`)).json();
const answers = said("bot", "query", bot_id, "/health", "--raw");
const exposure = execFileSync("systemd-analyze", ["security", "--no-pager", "botyard"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .at(-1);
const bot = { status, restarts, started_at };
console.log(
  `report: ${JSON.stringify({ seconds, dashboard: isThere ? dashboard.status : 0, health, bot, answers, exposure })}`,
);
