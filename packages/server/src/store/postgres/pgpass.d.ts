/** Reads the password file of PostgreSQL's own clients (libpq-pgpass). The package has no declarations. */
declare module "pgpass/lib/helper.js" {
  import type { Readable } from "node:stream";

  interface ConnectionInfo {
    host?: string;
    port?: number | string;
    database?: string;
    user?: string;
  }
  /** Returns the value of PGPASSFILE, or the default. */
  function getFileName(): string;
  function getPassword(
    connection: ConnectionInfo,
    file: Readable,
    found: (password: string | undefined) => void,
  ): void;
}
