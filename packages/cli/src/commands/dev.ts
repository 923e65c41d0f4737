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
    "Runs the bot in this folder as the platform would, without one: the contract's environment, its dependencies and the SDK in place, CODE_MOUNT_DIR in a temporary folder. The bot runs with your own rights, without isolation. Metrics and logs are shown as they come. Its queries answer on a local port. When a file changes, it starts again.",
    "A scheduled bot runs once at the start and after every change; --every runs it again and again. The bot's state is kept in .botyard/dev/state of the folder until --fresh.",
  ],
  examples: [
    ["Run the bot in this folder until Ctrl-C", "platform dev"],
    ["One tick of a scheduled bot, for CI", "platform dev --tick now"],
    ["A tick every five seconds", "platform dev --every 5s"],
    ["One query", "platform dev --query /status -p limit=5"],
  ],
  arguments: [
    { name: "folder", help: "the bot's folder; this one unless said", optional: true, completes: "folders" },
  ],
  options: [
    {
      flags: "--instance <file>",
      help: "take config from it; instance.json unless said",
      completes: "files",
    },
    { flags: "--config <json>", help: "the config itself: a JSON object, or @file" },
    { flags: "--tick <when>", help: "run one tick and end with its verdict", choices: ["now"] },
    { flags: "--every <span>", help: "a tick every 5s, 1m" },
    { flags: "--query <path>", help: "answer one query and end" },
    { flags: "--params <json>", help: "parameters of --query: a JSON object, or @file" },
    { flags: "-p, --param <key=value>", help: "one parameter of --query", repeats: true },
    { flags: "--port <port>", help: "port of the queries; a free one unless said" },
    { flags: "--env <NAME=VALUE>", help: "a variable more for the bot", repeats: true },
    runtimesOption,
    { flags: "--fresh", help: "begin without the state of earlier times" },
  ],
  json: ["kind", "time", "type", "data", "level", "message", "fields", "stream", "truncated"],
  exits: ["1 when the tick of --tick or the query of --query failed."],
  async run(context, [folder], options) {
    const dir = resolve(context.cwd, folder ?? ".");
    if (!(await isFolder(dir))) throw notFound(`There is no folder ${folder ?? dir}.`);
    const every = options.every === undefined ? undefined : interval(options.every);
    const stateDir = join(dir, ".botyard", "dev", "state");
    const runtimes = await knownRuntimes(context, options.runtimes);
    const source: ProjectOptions = { dir, runtimes, ...(await sourceOf(context, options)) };
    const params = await paramsText(context, options.params, options.param);
    const workshop = await openWorkshop(stateDir, environment(options.env ?? []));
    try {
      const project = await layOut(context, source, await workshop.codeDir());
      if (options.fresh) await rm(stateDir, { recursive: true, force: true });
      await mkdir(stateDir, { recursive: true, mode: 0o700 });
      if (every !== undefined && project.bot.type === "realtime") {
        throw usage("--every is for scheduled bots; a realtime bot runs by itself.");
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
  if (!milliseconds) throw usage(`--every ${text} is not a span of time such as 5s or 1m.`);
  return milliseconds;
}

function environment(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw usage(`--env ${pair} is not NAME=VALUE.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
