import { resolve } from "node:path";
import { defineCommand } from "../command.ts";
import { failed, usage } from "../failure.ts";
import { counted } from "../output/counted.ts";
import { bytes } from "../output/times.ts";
import { dataDir } from "../profile/place.ts";

export default defineCommand<{ dataDir?: string }>({
  about: [
    "Writes a backup of the data folder on this machine to a file, also while the platform and its bots run: the database with everything that was acknowledged before, the packages, and the state of each bot, whole by key. Run it as the user of the platform, or as root.",
    "If the records are in PostgreSQL, they are not in the backup: back them up with the tools of the server, before or after it.",
    "Secrets are in it as they are stored, encrypted. Their key is not: keep a copy of secrets.key, or of the file that PLATFORM_SECRETS_KEY_FILE names, in another place.",
  ],
  examples: [
    ["Back up to a file", "platform backup /backups/today.tar.gz --data-dir data"],
    ["Send a backup to another machine", "platform backup - | ssh backup@host 'cat > botyard.tar.gz'"],
  ],
  arguments: [{ name: "file", help: "file to write, or - for standard output", completes: "files" }],
  options: [
    { flags: "--data-dir <folder>", help: "data folder (default: as platform serve)", completes: "folders" },
  ],
  json: [
    "file",
    "created_at",
    "version",
    "schema",
    "records",
    "bots",
    "files",
    "bytes",
    "written",
    "skipped",
  ],
  exits: ["1 if the backup could not be written. Then there is no new file."],
  async run(context, [file], options) {
    if (file === "-" && context.stdout.isTTY) throw usage("Standard output is a terminal: name a file.");
    if (file === "-" && context.globals.json)
      throw usage("--json needs a file: standard output has the backup.");
    const folder = dataDir(context.env, context.clone, options.dataDir, context.cwd);
    const { backUpTo, createBackup, noteBackup } = await import("@botyard/server/backup");
    const now = context.clock.now();
    const path = file === "-" ? undefined : resolve(context.cwd, file!);
    const making =
      path === undefined ? createBackup(folder, process.stdout, now) : backUpTo(path, folder, now);
    const made = await making.catch((error: Error) => {
      throw failed(error.message);
    });
    const { about, files, bytes: unpacked, written, skipped } = made;
    const { created_at, version, schema = null, bots, records } = about;
    for (const name of skipped) context.warn(`not in the backup: ${name}`);
    const text = `${counted(bots, "bot")}, ${counted(files, "file")}, ${bytes(written)}`;
    if (records)
      context.warn(
        "The records are in PostgreSQL, and not in this backup. Back them up with the tools of the server, such as pg_dump.",
      );
    if (path === undefined) {
      noteBackup(folder, made);
      context.note(`Backed up ${folder}: ${text}.`);
      return undefined;
    }
    const document = {
      file: path,
      created_at,
      version,
      schema,
      records: records ?? "included",
      bots,
      files,
      bytes: unpacked,
      written,
      skipped,
    };
    context.print(document, () => `Backed up ${folder} to ${path}: ${text}.\n`);
    return undefined;
  },
});
