import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildDashboard } from "./build/dashboard.ts";
import { trusting } from "./drive/isolation.ts";
import { hidden } from "./root.ts";
import { findPython } from "./run/toolchains.ts";
import { type Child, startChild, stopChild } from "./start/children.ts";
import { type Deployed, demoBots, deploy, firstMetric } from "./start/demo.ts";
import { startFeed } from "./start/feed.ts";
import { platformAt, rememberChild, rememberStart, startAt, stopLeftBehind } from "./start/left-behind.ts";
import { platform } from "./start/platform.ts";
import { defaultPort, portObstacle } from "./start/port.mjs";
import { signIn } from "./start/sign-in.ts";
import { signInLink } from "./start/sign-in-link.ts";
import { restartSurvivors } from "./start/survivors.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: defaultPort },
    check: { type: "boolean" },
    "day-seconds": { type: "string", default: "2" },
    home: { type: "string", default: hidden },
    "new-admin-key": { type: "boolean" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  console.log(`npm start [-- --port N] [--day-seconds N] [--new-admin-key] [--check]

Starts a price feed and the platform, deploys three example bots and prints their first metrics. Ctrl-C stops
everything; the next start resumes the same bots.

--port N         port of the platform (default: ${defaultPort})
--day-seconds N  length of a trading day of the feed (default: 2)
--new-admin-key  create another API key, if the one of the first start was revoked
--check          stop as soon as everything works`);
  process.exit(0);
}

const began = Date.now();
const setup = Number(process.env.BOTYARD_SETUP_MS ?? 0);
const seconds = (): string => `${((Date.now() - began + setup) / 1000).toFixed(1).padStart(5)} s`;
const say = (text: string): void => console.log(`${seconds()}  ${text}`);

const children: Child[] = [];
let stopping: Promise<void> | undefined;

/** Stops the started processes once, the platform before the feed. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const child of children.reverse()) await stopChild(child);
  })();
  return stopping;
}

async function end(code: number, sentence?: string): Promise<never> {
  if (sentence) console.error(`\n${sentence}`);
  await stopAll();
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    if (stopping) return;
    console.log(
      "\nStopping the bots, the platform and the feed; the next npm start resumes the same bots ...",
    );
    void end(signal === "SIGINT" && !values.check ? 0 : 130);
  });

if (!(await findPython()))
  await end(
    1,
    "Python 3.11 or newer was not found; two of the three bots need it. Debian: apt install python3",
  );
const data = join(values.home, "data");
const other = startAt(values.home);
if (other !== undefined)
  await end(
    1,
    `Another npm start is running on ${values.home} (process ${other}). Use it, or stop it: kill ${other}`,
  );
await stopLeftBehind(values.home, say).catch((error: Error) => end(1, error.message));
const holder = platformAt(data);
if (holder)
  await end(
    1,
    `Another platform is running on ${data} (process ${holder.pid}${holder.address ? `, at ${holder.address}` : ""}). Use it, or stop it: kill ${holder.pid}`,
  );
const obstacle = await portObstacle(values.port);
if (obstacle) await end(1, obstacle);

const url = `http://127.0.0.1:${Number(values.port)}`;
const profile = join(values.home, "cli");
mkdirSync(profile, { recursive: true, mode: 0o700 });
rememberStart(values.home);
// For the commands that this script runs; commands in this folder find the profile without it.
process.env.PLATFORM_CONFIG_HOME = profile;
for (const name of ["PLATFORM_API_URL", "PLATFORM_API_KEY"]) delete process.env[name];

/** The part of `GET /healthz` that is shown. */
interface Health {
  isolation: { isolation: string; reasons: string[] };
}

/** The step in progress, named in errors. */
let missing = "the price feed";

async function demo(): Promise<void> {
  say(
    `Starting the price feed: real closing prices, 2000 to 2013, one trading day every ${values["day-seconds"]} s ...`,
  );
  const feed = await startFeed(values.home, values["day-seconds"]);
  children.push(feed.child);

  missing = "the build of the dashboard";
  await buildDashboard();

  missing = "the platform";
  say(`Starting the platform on ${url} ...`);
  const serve = [
    "packages/cli/bin/platform.mjs",
    "serve",
    "--port",
    String(Number(values.port)),
    "--data-dir",
    data,
    "--stop-bots",
    ...(values["new-admin-key"] ? ["--new-admin-key"] : []),
  ];
  const { options, warnings } = await trusting(data);
  serve.push(...options);
  for (const warning of warnings) say(warning);
  const server = await startChild(
    "The platform",
    [
      ...serve,
      "--bot-env",
      `PRICE_FEED_URL=${feed.url}`,
      "--local-service",
      `price-feed=${new URL(feed.url).host}`,
    ],
    {},
    (line) => (line.includes(url) ? line : undefined),
    (pid) => rememberChild(values.home, "platform", pid),
  );
  children.push(server.child);
  const { isolation } = (await (await fetch(`${url}/healthz`)).json()) as Health;
  if (isolation.isolation === "undetermined")
    say(`No bot can be started now. ${isolation.reasons.join(" ")}`);
  void server.child.ended.then((code) => {
    if (!stopping)
      void end(
        1,
        `The platform exited unexpectedly with code ${code}. Its bots may still be running; the next npm start restarts them.`,
      );
  });

  missing = "the command line's sign-in";
  const key = await signIn(url, join(data, "admin.key"));
  say("Signed in: npx platform … works in this folder.");

  missing = "the restart of bots that survived a crash";
  for (const name of await restartSurvivors(new Date(began)))
    say(`Restarted ${name}, which had survived a crash of the platform.`);

  const bots: Deployed[] = [];
  for (const bot of demoBots) {
    missing = `the deployment of examples/${bot.folder}`;
    const deployed = await deploy(bot);
    bots.push(deployed);
    say(
      `${deployed.isResumed ? "Resumed" : "Deployed"} ${bot.folder}${bot.trigger ? " and started a run" : ""}.`,
    );
    if (!deployed.isUploaded)
      say(
        `  examples/${bot.folder} has changed since its upload; the bot still runs the uploaded code. To run the new code, increase its version or remove ${data}.`,
      );
  }

  const lines: string[] = [];
  for (const bot of bots) {
    missing = `the first ${bot.metric} metric of ${bot.name}`;
    let metric = await firstMetric(bot, url, key, new Date(began));
    while (!metric && !stopping) {
      await pause(100);
      metric = await firstMetric(bot, url, key, new Date(began));
    }
    lines.push(`  ${bot.name.padEnd(18)} ${metric?.type} ${JSON.stringify(metric?.data)}`);
    say(`${bot.name} works.`);
  }

  missing = "the answer to a query";
  const asked = bots[0]!;
  const answer = (await platform(["bot", "query", asked.name, "/status", "--raw"])).trim();
  missing = "the sign-in link";
  const link = await signInLink(url, key);
  say("Everything works.");

  console.log(`
Dashboard  ${link}
           The link signs a browser in once, within a day. From then on: ${url}/
Platform   ${url}   (REST under ${url}/api/v1, health at ${url}/healthz)
Prices     ${feed.url}/v1/prices?symbol=AAPL&limit=5
Data       ${data}
Isolation  ${isolation.isolation}${isolation.isolation === "bubblewrap" ? "" : `: ${isolation.reasons.join(" ")}`}

Metrics
${lines.join("\n")}

Query      platform bot query ${asked.name} /status
  ${answer}

Next, in another terminal in this folder:
  npx platform bot list
  npx platform bot logs ${bots.at(-1)!.name} -w
  npx platform bot query ${asked.name} /signals --params '{"limit": 5}'
  npx platform custom-bot init my-bot --runtime python311
`);
}

// Takes about 20 s; a busy machine may need many times as long.
const limitSeconds = 300;
const limit = setTimeout(
  () => void end(1, `Timed out after ${limitSeconds} s while waiting for ${missing}.`),
  limitSeconds * 1000,
);
if (!values.check) limit.unref();

try {
  if (!existsSync(join(data, "admin.key"))) say(`First start: data is stored in ${data}.`);
  await demo();
  clearTimeout(limit);
} catch (error) {
  await end(
    1,
    `npm start failed while waiting for ${missing}.\n${error instanceof Error ? error.message : String(error)}`,
  );
}
if (values.check) await end(0);
if (!stopping) console.log("Ctrl-C stops everything.");
