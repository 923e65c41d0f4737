import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readText } from "../bots/instance-file.ts";
import { countOption } from "../bots/log-window.ts";
import { checkConfigObject, paramsText } from "../bots/params.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { askOnce } from "../dev/ask-once.ts";
import { live } from "../dev/live.ts";
import { freePort } from "../dev/ports.ts";
import { layOut, type ProjectOptions } from "../dev/project.ts";
import { openWorkshop } from "../dev/workshop.ts";
import { notFound, usage } from "../failure.ts";
import { span } from "../output/times.ts";
import { isFolder } from "../package/folder.ts";
import { knownRuntimes, runtimesOption } from "../package/runtimes.ts";

interface Options {
  instance?: string;
  config?: string;
  tick?: "now";
  every?: string;
  query?: string;
  params?: string;
  param?: string[];
  port?: string;
  env?: string[];
  fresh?: boolean;
  runtimes?: string;
}

export default defineCommand<Options>({
  about: [
    "Runs the bot in this folder as the platform would, but without a platform: with the environment variables of the contract, with its dependencies and the SDK installed, and with CODE_MOUNT_DIR in a temporary folder. The bot runs with your permissions and without isolation. Its metrics and logs are printed as they arrive, and its queries are served on a local port. It restarts when a file changes.",
    "A scheduled bot runs once at the start and after every change; with --every it also runs at an interval. The bot's state is kept in .botyard/dev/state of the folder; --fresh deletes it.",
  ],
  examples: [
    ["Run the bot in this folder until Ctrl-C", "platform dev"],
    ["Run one tick of a scheduled bot, for CI", "platform dev --tick now"],
    ["Run a tick every five seconds", "platform dev --every 5s"],
    ["Send one query", "platform dev --query /status -p limit=5"],
  ],
  arguments: [
    {
      name: "folder",
      help: "the bot's folder (default: the current folder)",
      optional: true,
      completes: "folders",
    },
  ],
  options: [
    {
      flags: "--instance <file>",
      help: "file to take the config from (default: instance.json)",
      completes: "files",
    },
    { flags: "--config <json>", help: "the config: a JSON object, or @file" },
    { flags: "--tick <when>", help: "run one tick and exit with its verdict", choices: ["now"] },
    { flags: "--every <duration>", help: "run a tick at this interval: 5s, 1m" },
    { flags: "--query <path>", help: "answer one query and exit" },
    { flags: "--params <json>", help: "parameters for --query: a JSON object, or @file" },
    { flags: "-p, --param <key=value>", help: "one parameter for --query", repeats: true },
    { flags: "--port <port>", help: "port for queries (default: any free port)" },
    { flags: "--env <NAME=VALUE>", help: "environment variable for the bot", repeats: true },
    runtimesOption,
    { flags: "--fresh", help: "delete the state of earlier runs first" },
  ],
  json: ["kind", "time", "type", "data", "level", "message", "fields", "stream", "truncated"],
  exits: ["1 if the run of --tick or the query of --query failed."],
  async run(context, [folder], options) {
    const dir = resolve(context.cwd, folder ?? ".");
    if (!(await isFolder(dir))) throw notFound(`There is no folder ${folder ?? dir}.`);
    const every = options.every === undefined ? undefined : interval(options.every);
    const stateDir = join(dir, ".botyard", "dev", "state");
    const runtimes = await knownRuntimes(context, options.runtimes);
    const given = { dir, runtimes, ...(await sourceOf(context, options)) };
    const params = await paramsText(context, options.params, options.param);
    const workshop = await openWorkshop(stateDir, environment(options.env ?? []));
    const source: ProjectOptions = { ...given, target: (runtime) => workshop.target(runtime) };
    try {
      const project = await layOut(context, source, await workshop.codeDir());
      if (options.fresh) await rm(stateDir, { recursive: true, force: true });
      await mkdir(stateDir, { recursive: true, mode: 0o700 });
      if (every !== undefined && project.bot.type === "realtime") {
        throw usage("--every is only for scheduled bots; this bot is realtime.");
      }
      if (options.query !== undefined)
        return await askOnce(context, workshop, project, options.query, params);
      const port = await freePort(countOption("--port", options.port, 0, 65_535));
      return await live(context, workshop, project, source, { once: options.tick === "now", every, port });
    } finally {
      await workshop.dispose();
    }
  },
});

async function sourceOf(context: Context, { instance, config }: Options): Promise<Partial<ProjectOptions>> {
  const text = config?.startsWith("@") ? await readText(context, config.slice(1)) : config;
  if (text !== undefined) await checkConfigObject(text, "--config");
  return {
    ...(instance === undefined ? {} : { instance: resolve(context.cwd, instance) }),
    ...(text === undefined ? {} : { config: text }),
  };
}

function interval(text: string): number {
  const milliseconds = span(text);
  if (!milliseconds) throw usage(`--every ${text} is not a duration such as 5s or 1m.`);
  return milliseconds;
}

function environment(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw usage(`--env ${pair} is not of the form NAME=VALUE.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
