import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Platform, StartOptions } from "@botyard/server";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { failed, usage } from "../failure.ts";
import { facts } from "../output/table.ts";
import { dataDir } from "../profile/place.ts";
import { serverLog } from "../serve/log.ts";
import { notifyReady } from "../serve/notify.ts";

interface Options {
  host?: string;
  port?: string;
  dataDir?: string;
  botEnv?: string[];
  localService?: string[];
  network?: NonNullable<StartOptions["network"]>;
  runtimes?: string;
  isolation?: NonNullable<StartOptions["isolation"]>;
  stopBots?: boolean;
  newAdminKey?: boolean;
  takeOver?: boolean;
}

export default defineCommand<Options>({
  about: [
    "Runs the platform in the foreground until SIGINT or SIGTERM. Bots keep running when the platform exits, and its next start takes them over. With --stop-bots they are stopped with the platform and started again at its next start. A second signal makes the platform exit immediately.",
    "Bots run in the strongest isolation that works on this machine. A weaker level is used only if a stronger one is not installed or the kernel refuses it, and never a weaker level than the bots of the data folder have had before. Otherwise no bot is started, `GET /readyz` reports the reason, and the platform retries. With a level other than auto, bots run at that level or are not started. Bots run as root without isolation only with --isolation none. Without isolation they can have no networks of their own, so that --network host is needed, too.",
    "On a data folder that is a copy, or was last used on another machine, the platform runs no bot, because the same bots may run there; everything can be read. With --take-over it ends those that the original has left on this machine, and runs the bots from then on. It refuses while a platform on this machine uses the original.",
    "The first start creates the user admin, writes its API key to admin.key in the data folder, and prints a link that signs a browser in once, within 15 minutes. A later start creates a new key if no admin has a key with all scopes left, and with --new-admin-key for an admin who has lost it.",
  ],
  examples: [
    ["Start the platform at http://127.0.0.1:7070", "platform serve --data-dir data"],
    ["Sign in, in another terminal", "platform auth login --with-token < data/admin.key"],
    [
      "Set an environment variable for every bot",
      "platform serve --bot-env PRICE_FEED_URL=http://127.0.0.1:7171",
    ],
  ],
  options: [
    { flags: "--host <address>", help: "address to listen on (default: 127.0.0.1)" },
    { flags: "-p, --port <port>", help: "port to listen on, 0 for any free port (default: 7070)" },
    {
      flags: "--data-dir <folder>",
      help: "data folder (default: see PLATFORM_DATA_DIR in platform help environment)",
      completes: "folders",
    },
    { flags: "--bot-env <NAME=VALUE>", help: "environment variable for every bot", repeats: true },
    {
      flags: "--runtimes <file>",
      help: "file that adds runtimes (docs/reference/bot-config.md)",
      completes: "files",
    },
    {
      flags: "--isolation <level>",
      help: "isolation of bots (default: auto, the strongest that works, never none as root)",
      choices: ["auto", "bubblewrap", "user", "none"],
    },
    {
      flags: "--local-service <NAME=ADDRESS:PORT>",
      help: "service of this machine that bots may ask for by name",
      repeats: true,
    },
    {
      flags: "--network <whose>",
      help: "network of bots (default: own, what each bot asks for; host: that of this machine for all)",
      choices: ["own", "host"],
    },
    { flags: "--stop-bots", help: "stop the bots when the platform stops" },
    { flags: "--take-over", help: "run the bots of a data folder that is a copy or from another machine" },
    { flags: "--new-admin-key", help: "create another key of an admin and write it to admin.key" },
  ],
  json: ["url", "api_url", "data_dir", "admin_key_file", "sign_in_link", "isolation", "copy"],
  exits: [
    "1 if the port is in use, the address does not belong to this machine, or another platform uses the data folder, or the original of one that is to be taken over.",
  ],
  async run(context, _args, options) {
    const port = portOf(options.port);
    const botEnv = botEnvOf(options.botEnv);
    const folder = dataDir(context.env, context.clone, options.dataDir, context.cwd);
    const { startPlatform, readServices } = await import("@botyard/server");
    const localServices = options.localService && readServices(options.localService.join(","));
    if (options.localService && !localServices)
      throw usage(
        `--local-service ${options.localService.join(", ")} is not of the form NAME=ADDRESS:PORT, for example price-feed=127.0.0.1:7171.`,
      );
    const { dashboard } = await import("@botyard/dashboard");
    const starting = startPlatform({
      dataDir: folder,
      log: serverLog(context),
      ...(existsSync(dashboard.folder) && { dashboard }),
      ...(port === undefined ? {} : { port }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(botEnv === undefined ? {} : { botEnv }),
      ...(options.network === undefined ? {} : { network: options.network }),
      ...(localServices && { localServices }),
      ...(options.newAdminKey && { newAdminKey: true }),
      ...(options.takeOver && { takeOver: true }),
      ...(options.isolation === undefined ? {} : { isolation: options.isolation }),
      ...(options.runtimes === undefined ? {} : { runtimesFile: resolve(context.cwd, options.runtimes) }),
    });
    const stopped = Promise.race([
      stopOnSignal(context, starting, options.stopBots === true),
      storeLost(starting),
    ]);
    const platform = await starting.catch((error: Error) => {
      throw failed(error.message);
    });
    const { isolation, url, apiUrl, newKeyFile, signInLink, copy } = platform;
    const isStarting = isolation.isolation !== "undetermined";
    const limits = `${isolation.engine} engine, limits ${isolation.limits}`;
    context.print(
      {
        url,
        api_url: apiUrl,
        data_dir: folder,
        admin_key_file: newKeyFile ?? null,
        sign_in_link: signInLink ?? null,
        isolation,
        copy: copy ?? null,
      },
      () =>
        facts(
          [
            ["platform", url],
            ["REST", apiUrl],
            ["data", folder],
            [
              "isolation",
              isStarting ? `${isolation.isolation} (${limits})` : "undetermined; no bot is started",
            ],
            ["network", networkText[isolation.network]],
            ["bots", copy && "none is run; they may run from another data folder"],
            ["reason", isolation.reasons.join(" ") || undefined],
            ["admin key", newKeyFile],
            ["sign in", signInLink],
          ],
          context.style.dim,
        ),
    );
    await notifyReady(context.env).catch((error: Error) => context.warn(error.message));
    if (newKeyFile) context.note(`Next: platform auth login --url ${url} --with-token < ${newKeyFile}`);
    return stopped;
  },
});

const networkText = {
  own: "each bot connects to what its network lists",
  host: "every bot has the network of this machine",
  unavailable: "not available; only bots with the network of this machine can be started",
};

interface Stoppable {
  close(options: { stopBots: boolean }): Promise<void>;
}

/** Stops the platform on the first signal, also during start-up, and resolves immediately on the second. */
function stopOnSignal(context: Context, starting: Promise<Stoppable>, stopBots: boolean): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    context.onSignal(() => {
      if (stopping) return resolve(exitCodes.interrupted);
      stopping = true;
      context.note(
        stopBots
          ? "Stopping the platform and its bots; the next platform serve starts the bots again ..."
          : "Stopping the platform. The bots keep running; the next platform serve takes them over.",
      );
      starting.then((platform) => platform.close({ stopBots })).then(() => resolve(exitCodes.ok), reject);
    });
  });
}

/** Rejects when another process has taken over the store. Closes the platform, whose bots belong to the other one. */
async function storeLost(starting: Promise<Platform>): Promise<never> {
  const platform = await starting.catch(() => new Promise<never>(() => {}));
  await platform.storeLost;
  await platform.close();
  throw failed(
    "Another platform has taken over the store. This one has stopped, and has left its bots as they are.",
  );
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw usage(`--port ${text} is not a port number from 0 to 65535.`);
  return port;
}

function botEnvOf(pairs: readonly string[] | undefined): Record<string, string> | undefined {
  return (
    pairs &&
    Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf("=");
        if (at < 1) throw usage(`--bot-env ${pair} is not of the form NAME=VALUE.`);
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
    )
  );
}
