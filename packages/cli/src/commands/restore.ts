import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { defineCommand } from "../command.ts";
import { failed, usage } from "../failure.ts";
import { counted } from "../output/counted.ts";
import { facts } from "../output/table.ts";
import { dataDir } from "../profile/place.ts";

export default defineCommand<{ dataDir?: string; stopped?: boolean; running?: boolean }>({
  about: [
    "Restores a backup into a data folder that does not exist or is empty. The whole backup is read and checked first: one that is cut off, changed, or of a newer version changes nothing.",
    "The bots are stopped, and the platform on the folder runs none until it is started with --take-over: two copies of a trading bot cost money. With --running, bots that ran when the backup was made are started then.",
    "A backup of a platform whose records are in PostgreSQL has none: restore the database with the tools of the server. Then the bots are as its records say.",
    "Put secrets.key, which no backup has, into the folder before the platform starts: without it, secrets cannot be read.",
  ],
  examples: [
    [
      "Restore into a new folder, with all bots stopped",
      "platform restore /backups/today.tar.gz --data-dir data",
    ],
    [
      "Restore from standard input",
      "ssh backup@host cat botyard.tar.gz | platform restore - --data-dir data",
    ],
  ],
  arguments: [{ name: "file", help: "backup to read, or - for standard input", completes: "files" }],
  options: [
    { flags: "--data-dir <folder>", help: "data folder (default: as platform serve)", completes: "folders" },
    { flags: "--stopped", help: "stop all bots (default)" },
    { flags: "--running", help: "leave the bots as they were" },
  ],
  json: ["data_dir", "created_at", "version", "records", "bots", "files", "ran"],
  exits: [
    "1 if it is no backup that this version can restore, or the folder is not empty. Nothing is changed then.",
  ],
  async run(context, [file], options) {
    if (options.stopped && options.running) throw usage("--stopped and --running cannot be combined.");
    const folder = dataDir(context.env, context.clone, options.dataDir, context.cwd);
    const { restoreBackup } = await import("@botyard/server/backup");
    const source = file === "-" ? process.stdin : createReadStream(resolve(context.cwd, file!));
    const stops = !options.running;
    const restored = await restoreBackup(source, folder, { stops, now: context.clock.now() }).catch(
      (error: Error) => {
        throw failed(error.message);
      },
    );
    const { about, files, ran } = restored;
    const { created_at, version, bots, records } = about;
    const document = {
      data_dir: folder,
      created_at,
      version,
      records: records ?? "included",
      bots,
      files,
      ran,
    };
    context.print(document, () =>
      facts(
        [
          ["restored", `${counted(bots, "bot")}, ${counted(files, "file")}`],
          ["into", folder],
          ["made", `${created_at}, by version ${version}`],
          ["stopped", stops && ran.length > 0 ? ran.join(", ") : undefined],
        ],
        context.style.dim,
      ),
    );
    if (records)
      context.warn(
        "The records are in PostgreSQL, and not in this backup: no bot was stopped. Restore the database with the tools of the server, and set PLATFORM_DATABASE_URL for platform serve.",
      );
    context.note(
      `Next: copy secrets.key into ${folder}, make sure that the original does not run, and: platform serve --data-dir ${folder} --take-over`,
    );
    return undefined;
  },
});
