import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { bin, PostgresServer, whyNoPostgres } from "../../src/drive/postgres.ts";
import { type Block, blocksOf, readPage, typed } from "../page.ts";
import type { Consumer } from "./consumer.ts";
import { serve, serveFor } from "./serve.ts";

const page = "docs/how-to/keep-records-in-postgresql.md";
const password = "planted-page-canary";

/** Has a server require encrypted connections and passwords, except from its administrator. */
async function secure(server: PostgresServer, folder: string): Promise<void> {
  const [certificate, key] = ["db-ca.pem", "db.key"].map((name) => join(folder, name));
  execFileSync("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=db.example"],
    ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key!, "-out", certificate!],
  ]);
  const text = (file: string) => readFileSync(file, "utf8");
  const data = join(server.dir, "data");
  const hba = "host all postgres 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
  const files = { "server.crt": text(certificate!), "server.key": text(key!), "pg_hba.conf": hba };
  await server.query(
    "postgres",
    `do $$ begin ${Object.entries(files)
      .map(([name, content]) => `perform lo_from_bytea(0, '');`)
      .join(" ")} end $$`,
  );
  for (const [name, content] of Object.entries(files)) writeFileSync(join(data, name), content);
}
