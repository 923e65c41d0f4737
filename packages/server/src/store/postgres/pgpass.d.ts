/** Reads the password file of PostgreSQL's own clients (libpq-pgpass). The package has no declarations. */
declare module "pgpass" {
  namespace pgpass {
    interface ConnectionInfo {
      host?: string;
      port?: number | string;
      database?: string;
      user?: string;
    }
  }
  function pgpass(connection: pgpass.ConnectionInfo, found: (password: string | undefined) => void): void;
  export = pgpass;
}
