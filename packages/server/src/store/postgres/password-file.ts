/// <reference path="./pgpass.d.ts" />
import { readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { type ConnectionInfo, getFileName, getPassword } from "pgpass/lib/helper.js";

/** A server asks for a password, and there is none. */
export class PasswordMissingError extends Error {
  /** @param next what is wrong with the password file, and what to do, without the last full stop */
  readonly next: string;

  constructor(next: string) {
    super(`There is no password. ${next}.`);
    this.name = "PasswordMissingError";
    this.next = next;
  }
}

/**
 * Reads the password file again for each connection. The library calls it with what it connects to, when the server asks
 * for a password.
 * @throws {PasswordMissingError} if the file has no password for it, or cannot be used
 */
export async function passwordInFile(connection: ConnectionInfo): Promise<string> {
  const file = getFileName();
  const line = lineFor(connection);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new PasswordMissingError(
      error.code === "ENOENT"
        ? missing(file, line, connection)
        : `The password file ${file} cannot be read (${error.code}). Allow the user of the platform to read it, and nobody else`,
    );
  });
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0)
    throw new PasswordMissingError(
      `The password file ${file} is ignored, because other users may access it (mode ${(mode & 0o7777).toString(8).padStart(4, "0")}). Allow only its owner to: chmod 600 ${file}`,
    );
  const found = await new Promise<string | undefined>((resolve) =>
    getPassword(connection, Readable.from([text]), resolve),
  );
  if (found === undefined)
    throw new PasswordMissingError(`The password file ${file} has no line for it. Add the line ${line}`);
  return found;
}

function missing(file: string, line: string, { user }: ConnectionInfo): string {
  if (process.env.PGPASSFILE)
    return `The password file ${file}, which PGPASSFILE names, does not exist. Create it with the mode 0600 and the line ${line}`;
  return `Add it to PLATFORM_DATABASE_URL (postgres://${user}:PASSWORD@HOST:PORT/DATABASE), to PGPASSWORD, or to the password file ${file} with the mode 0600, as the line ${line}`;
}

/** Returns the line that the file should have. */
function lineFor({ host, port, database, user }: ConnectionInfo): string {
  const fields = [host, port, database, user].map((field) => String(field).replace(/[\\:]/g, "\\$&"));
  return [...fields, "PASSWORD"].join(":");
}
