import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, runIn } from "./clients/client.ts";
import { languages } from "./clients/languages.ts";
import { pageOf } from "./clients/page.ts";
import { addresses, names } from "./ways.ts";
import { describeInWorld, openWorld, type World } from "./world/world.ts";

const isThorough = process.env.BOTYARD_THOROUGH === "1";
const exchanges = { kraken: "api.kraken.com", kucoin: "api.kucoin.com" };
const work = mkdtempSync(join(tmpdir(), "botyard-clients-"));

let world: World;

/** Each client is told by the environment, as usual, which authority to trust. */
const trust = [
  ...["CURL_CA_BUNDLE", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", "NODE_EXTRA_CA_CERTS"],
  ...["REQUESTS_CA_BUNDLE", "SSL_CERT_FILE", "SYSTEM_CERTIFICATE_PATH"],
];

const runnable = languages
  .map((language) => ({
    ...language,
    clients: language.clients.filter(({ thorough }) => isThorough || !thorough),
  }))
  .filter(({ clients }) => clients.length > 0);
const lacking = new Set<string>();
for (const { name, needs } of runnable) if (needs && !(await needs.isThere())) lacking.add(name);

const shown = { "HTTP/1.1": "HTTP/1.1", "HTTP/2": "HTTP/2.0", WebSocket: "hello", gRPC: "hello" };

describeInWorld("clients", () => {
  beforeAll(async () => {
    const all = [names.listed, names.other, exchanges.kraken, exchanges.kucoin];
    world = await openWorld(all);
    // Those that are not listed are there, too, and would answer.
    await world.names(Object.fromEntries(all.map((name) => [name, [addresses.listed]])));
    await world.listen(addresses.listed, 443, "web");
    const hosts = [names.listed, exchanges.kraken].map((name) => ({ name, port: 443 }));
    await world.bot("bot", { hosts, local: [] });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    rmSync(work, { recursive: true });
  });

  describe.each(runnable)("$name", ({ name, folder = ".", clients, prepare }) => {
    const place = join(work, name);
    const ask = async ({ argv }: Client, what: string) => {
      const environment = trust.map((variable) => `${variable}=${world.authority}`);
      const { code, stdout, stderr } = await world.run("bot", [
        ...["env", "-C", place, ...environment],
        ...argv,
        what,
      ]);
      const entries = (await world.take()).flatMap(({ entries }) => entries);
      const refusals = entries.flatMap(({ host, reason }) => (reason ? [`${reason} ${host}`] : []));
      return { code, output: stdout + stderr, refusals };
    };

    beforeAll(async () => {
      if (lacking.has(name)) return;
      mkdirSync(place);
      if (folder !== ".") cpSync(join(import.meta.dirname, "clients", folder), place, { recursive: true });
      await prepare?.({ run: runIn(place), isThorough, authority: world.authority });
    }, 900_000);

    test.skipIf(lacking.has(name)).each(clients)("$name over $over", async (client) => {
      const url = (host: string) => `${client.over === "WebSocket" ? "wss" : "https"}://${host}/`;
      const { listed, other } = client.asks ?? { listed: url(names.listed), other: url(names.other) };
      const otherHost = client.asks ? exchanges.kucoin : names.other;
      const works = {
        code: 0,
        output: expect.stringContaining(client.shows ?? shown[client.over]),
        refusals: [],
      };
      if (!client.reason) expect(await ask(client, listed)).toMatchObject(works);
      const refused = await ask(client, client.reason ? listed : other);
      expect(refused.output).toContain(client.refused);
      // A program that had to be killed has none.
      expect(refused.code).toBeGreaterThan(0);
      const refusal = client.reason ? `${client.reason} ${names.listed}` : `not_listed ${otherHost}`;
      expect(refused.refusals).toContain(refusal);
    });
  });
});

test("docs/reference/network-clients.md lists all of these clients", async () => {
  await expect(pageOf(languages)).toMatchFileSnapshot("../../../docs/reference/network-clients.md");
});
