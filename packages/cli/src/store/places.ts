import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { StorePlace } from "@botyard/server/store";
import { usage } from "../failure.ts";

/**
 * Reads a place of records: `sqlite:DATA` with a data folder, or the URL of a PostgreSQL database.
 * @param option the option that it was given for
 */
export function readPlace(option: string, text: string | undefined, cwd: string): StorePlace {
  const forms = "sqlite:DATA, with a data folder, or postgres://USER@HOST/DATABASE";
  if (text === undefined) throw usage(`${option} is missing. It is ${forms}.`);
  const [, folder] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (folder !== undefined) {
    const dataDir = resolve(cwd, folder);
    if (statSync(dataDir, { throwIfNoEntry: false })?.isFile())
      throw usage(`${option} is a file. Give the data folder that it is in: sqlite:${dirname(folder)}`);
    return { dataDir };
  }
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !/^\/[^/]+$/.test(url.pathname))
    // It may have a password.
    throw usage(`${option} is not the place of a store. It is ${forms}.`);
  if (url.password !== "" || url.searchParams.has("password"))
    throw usage(
      `The URL of ${option} has a password, which other users of this machine can read while the command runs. Leave it out, and give it by the environment variable PGPASSWORD, or by a line HOST:PORT:DATABASE:USER:PASSWORD in ~/.pgpass (or the file that PGPASSFILE names), which only you may read (chmod 600).`,
    );
  return { url: text };
}
