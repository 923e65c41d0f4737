import type pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { StoreUnusableError } from "../unusable.ts";
import { passwordInFile } from "./password-file.ts";
import { types } from "./types.ts";

/**
 * How each connection of the platform is made. The password is in the URL, in PGPASSWORD, or in the file that PGPASSFILE
 * names, by default ~/.pgpass.
 *
 * @throws {StoreUnusableError} if a file that the URL names cannot be read
 */
export function configOf(url: string): pg.ClientConfig {
  const { password, ...parsed } = parsedUrl(url);
  return {
    ...parsed,
    password: password || process.env.PGPASSWORD || (passwordInFile as () => Promise<string>),
    application_name: "botyard",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types,
    // A process that was stopped within a transaction must not keep others from becoming the owner.
    idle_in_transaction_session_timeout: 10_000,
    statement_timeout: 60_000,
    // Before those of the operator, which can change it. As for every client, the URL has precedence over the variable.
    options: [ordered, parsed.options || process.env.PGOPTIONS].filter(Boolean).join(" "),
  };
}

/**
 * A page is read in the order of an index. Without statistics of a bot, which is new, the server expects so few rows that it
 * would read and sort all of them instead.
 */
const ordered = "-c enable_bitmapscan=off";

function parsedUrl(url: string): pg.ClientConfig {
  try {
    return parseIntoClientConfig(asLibpq(url));
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined || path === undefined) throw error;
    throw new StoreUnusableError(
      `The file ${path}, which the URL of the database names, cannot be read (${code}). Check sslrootcert, sslcert and sslkey`,
      error,
    );
  }
}

/** Parameters of a URL, such as `sslmode`, mean what they do to every other program of PostgreSQL. */
function asLibpq(url: string): string {
  if (/[?&]uselibpqcompat=/.test(url) || !/[?&]sslmode=/.test(url)) return url;
  return `${url}&uselibpqcompat=true`;
}
