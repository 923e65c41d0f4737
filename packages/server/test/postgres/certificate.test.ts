import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { user as owner, PostgresServer } from "../../../repo/src/drive/postgres.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";

let server: PostgresServer;
const dir = mkdtempSync(join(tmpdir(), "botyard-certificate-"));
const file = (name: string) => join(dir, name);
const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" });

/** Makes a certificate: that of an authority, one signed by itself, or one signed by an authority. */
function make(name: string, { alt, by }: { alt?: string; by?: string } = {}): void {
  const names = alt === undefined ? [] : ["-addext", `subjectAltName=${alt}`];
  const signed = by === undefined ? [] : ["-CA", file(`${by}.crt`), "-CAkey", file(`${by}.key`)];
  const files = ["-keyout", file(`${name}.key`), "-out", file(`${name}.crt`)];
  const kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`];
  openssl("req", ...kind, ...names, ...signed, ...files);
}

beforeAll(async () => {
  server = await PostgresServer.start();
  await server.query("postgres", "create database records");
  make("authority");
  make("stranger");
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true });
});

/** Has the server identify itself by a certificate. */
async function identify(name: string): Promise<void> {
  for (const [from, to] of [
    [`${name}.crt`, "server.crt"],
    [`${name}.key`, "server.key"],
  ] as const) {
    const place = join(server.dir, "data", to);
    copyFileSync(file(from), place);
    chmodSync(place, 0o600);
    if (owner) chownSync(place, owner.uid, owner.gid);
  }
  await server.query("postgres", "alter system set ssl to on");
  await server.query("postgres", "select pg_reload_conf()");
  // Connections are accepted by the main process, which reads the files when it can.
  await expect
    .poll(() => {
      const place = `127.0.0.1:${server.port}`;
      const options = ["s_client", "-connect", place, "-starttls", "postgres"];
      try {
        return execFileSync("openssl", options, { input: "", stdio: ["pipe", "pipe", "ignore"] }).toString();
      } catch (error) {
        return String((error as { stdout?: Buffer }).stdout);
      }
    })
    .toContain(`subject=CN = ${name}`);
}

const holder = { name: "a test", folder: "/data" };
const urlOf = (root?: string) =>
  `${server.url("records")}?sslmode=verify-full${root === undefined ? "" : `&sslrootcert=${encodeURIComponent(file(root))}`}`;
const starts = async (url: string) => (await openPostgres(url, { holder, onLost: () => {} })).close();
const refused = (url: string) =>
  starts(url).then(
    () => expect.unreachable("It starts."),
    ({ message }: Error) => message,
  );
const certificate = () => `The certificate of the server 127.0.0.1:${server.port}`;

test("a certificate for another host is refused with the hosts that it names, and not for its authority", async () => {
  make("db.example", { alt: "DNS:db.example,IP:192.0.2.1", by: "authority" });
  await identify("db.example");
  const said = await refused(urlOf("authority.crt"));
  expect(said).toContain(
    `${certificate()} is for another host: it names db.example, 192.0.2.1, and not 127.0.0.1. Write a host that it names in PLATFORM_DATABASE_URL, or have the certificate renewed with 127.0.0.1.`,
  );
  expect(said).not.toContain("sslrootcert");
  make("unnamed", { by: "authority" });
  await identify("unnamed");
  expect(await refused(urlOf("authority.crt"))).toContain("it names unnamed, and not 127.0.0.1");
});

test("a self-signed certificate is refused until it is named", async () => {
  make("own", { alt: "IP:127.0.0.1" });
  await identify("own");
  expect(await refused(urlOf())).toContain(
    `${certificate()} is not trusted: it is self-signed. Name its own file in PLATFORM_DATABASE_URL: ?sslmode=verify-full&sslrootcert=FILE.`,
  );
  await starts(urlOf("own.crt"));
});

test("a certificate of an authority that is not known is refused until the file of the authority is named", async () => {
  make("signed", { alt: "IP:127.0.0.1", by: "authority" });
  await identify("signed");
  expect(await refused(urlOf())).toContain(
    `${certificate()} is not trusted: this machine does not know the authority that signed it. Name the file of its authority in PLATFORM_DATABASE_URL: ?sslmode=verify-full&sslrootcert=FILE.`,
  );
  expect(await refused(urlOf("stranger.crt"))).toContain(
    `${certificate()} is not trusted: it is not signed by an authority of the file that sslrootcert names. Name the file of its authority`,
  );
  await starts(urlOf("authority.crt"));
});
