import { resolve } from "node:path";
import type { StartOptions } from "@botyard/server";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { failed, usage } from "../failure.ts";
import { facts } from "../output/table.ts";
import { dataDir } from "../profile/place.ts";
import { serverLog } from "../serve/log.ts";

interface Options {
  host?: string;
  port?: string;
  dataDir?: string;
  botEnv?: string[];
  runtimes?: string;
  isolation?: NonNullable<StartOptions["isolation"]>;
  stopBots?: boolean;
}

export default defineCommand<Options>({
  about: [
    "Runs the platform in the foreground until SIGINT or SIGTERM. Bots go on running when it ends and are found again when it is back; with --stop-bots they stop with it and start with it. A second signal ends it at once.",
    "Bots run in the strongest isolation that works here. A weaker one is chosen only where a stronger one is not installed or the kernel refuses it, and never a weaker one than the bots of the data folder have had; otherwise no bot is started, `GET /readyz` says why, and the platform tries again by itself. With any other level than auto, bots run in that one or are not started. They run as root without isolation only with --isolation none.",
    "The first start makes a user, admin, and writes its API key to admin.key in the data folder; a later start does so again when no key with all rights is left.",
  ],
  examples: [
    ["On this machine, at http://127.0.0.1:7070", "platform serve"],
    ["Sign in to it, in another terminal", "platform auth login --with-token < data/admin.key"],
    ["Every bot is told where prices are", "platform serve --bot-env PRICE_FEED_URL=http://127.0.0.1:7171"],
  ],
  options: [
    { flags: "--host <address>", help: "address to listen on; 127.0.0.1 unless said" },
    { flags: "-p, --port <port>", help: "port to listen on; 7070 unless said, 0 for a free one" },
    { flags: "--data-dir <folder>", help: "where everything is kept", completes: "folders" },
    { flags: "--bot-env <NAME=VALUE>", help: "a variable more for every bot", repeats: true },
    {
      flags: "--runtimes <file>",
      help: "a file that adds runtimes; docs/reference/bot-config.md",
      completes: "files",
    },
    {
      flags: "--isolation <level>",
      help: "how bots are kept apart (default: auto, the strongest that works, never none for root)",
      choices: ["auto", "bubblewrap", "user", "none"],
    },
    { flags: "--stop-bots", help: "stop the bots with the platform" },
  ],
  json: ["url", "api_url", "data_dir", "admin_key_file", "isolation"],
  exits: [
    "1 when the port is taken, the address is not this machine's, or another platform has the data folder.",
  ],
  async run(context, _args, options) {
    const port = portOf(options.port);
    const botEnv = botEnvOf(options.botEnv);
    const folder = dataDir(context.env, context.clone, options.dataDir, context.cwd);
    const { startPlatform } = await import("@botyard/server");
    const starting = startPlatform({
      dataDir: folder,
      log: serverLog(context),
      ...(port === undefined ? {} : { port }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(botEnv === undefined ? {} : { botEnv }),
      ...(options.isolation === undefined ? {} : { isolation: options.isolation }),
      ...(options.runtimes === undefined ? {} : { runtimesFile: resolve(context.cwd, options.runtimes) }),
    });
    const stopped = stopOnSignal(context, starting, options.stopBots === true);
    const platform = await starting.catch((error: Error) => {
      throw failed(error.message);
    });
    const { isolation, url, apiUrl, newKeyFile } = platform;
    const isStarting = isolation.isolation !== "undetermined";
    const limits = `${isolation.engine} engine, limits ${isolation.limits}`;
    context.print(
      { url, api_url: apiUrl, data_dir: folder, admin_key_file: newKeyFile ?? null, isolation },
      () =>
        facts(
          [
            ["platform", url],
            ["REST", apiUrl],
            ["data", folder],
            [
              "isolation",
              isStarting ? `${isolation.isolation} (${limits})` : "undetermined: no bot is started",
            ],
            [isStarting ? "why not more" : "why", isolation.reasons.join(" ") || undefined],
            ["admin key", newKeyFile],
          ],
          context.style.dim,
        ),
    );
    if (newKeyFile) context.note(`Next: platform auth login --url ${url} --with-token < ${newKeyFile}`);
    return stopped;
  },
});

interface Stoppable {
  close(options: { stopBots: boolean }): Promise<void>;
}

/** The first signal ends it in order, also while it starts, the second at once; both leave the bots as they were told to be. */
function stopOnSignal(context: Context, starting: Promise<Stoppable>, stopBots: boolean): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    context.onSignal(() => {
      if (stopping) return resolve(exitCodes.interrupted);
      stopping = true;
      context.note(
        stopBots
          ? "Stopping the platform and its bots; the bots start again with the next platform serve ..."
          : "Stopping the platform. The bots go on running; the next platform serve finds them again.",
      );
      starting.then((platform) => platform.close({ stopBots })).then(() => resolve(exitCodes.ok), reject);
    });
  });
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw usage(`--port ${text} is not a port: 0 to 65535.`);
  return port;
}

function botEnvOf(pairs: readonly string[] | undefined): Record<string, string> | undefined {
  return (
    pairs &&
    Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf("=");
        if (at < 1) throw usage(`--bot-env ${pair} is not NAME=VALUE.`);
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
    )
  );
}
