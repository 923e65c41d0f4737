import { reasons } from "../../src/index.ts";
import type { Client, Language } from "./client.ts";

const row = (language: string, { name, version, over, refused, thorough }: Client): string =>
  `| ${language} | ${name} | ${version} | ${over} | \`${refused}\` | ${thorough ? "thorough" : "each"} |`;

/** Returns docs/reference/network-clients.md. */
export function pageOf(languages: readonly Language[]): string {
  const all = languages.flatMap(({ name, clients }) => clients.map((client) => ({ language: name, client })));
  const served = all.filter(({ client }) => !client.reason);
  const refused = all.filter(({ client }) => client.reason);
  return [
    "# Clients in the network of a bot",
    "",
    "`packages/border/test/clients.test.ts` runs these clients in the network of a bot and writes this page. [Networks of bots](../explanation/networks.md) says how it works.",
    "",
    "## Served",
    "",
    "Each reaches a host that the bot's network lists, with nothing set for the network, and fails at once for a name that is not listed. **Not listed** is a part of its error. **Run** says whether each run of the tests has the client, or only the thorough tier, which downloads packages.",
    "",
    "| Language | Client | Version | Over | Not listed | Run |",
    "|---|---|---|---|---|---|",
    ...served.map(({ language, client }) => row(language, client)),
    "",
    "## Refused",
    "",
    "These are refused at a listed host, too. The connection is reset.",
    "",
    "| Language | Client | Version | Why |",
    "|---|---|---|---|",
    ...refused.map(
      ({ language, client: { name, version, reason } }) =>
        `| ${language} | ${name} | ${version} | \`${reason}\`: ${reasons[reason!]} |`,
    ),
    "",
  ].join("\n");
}
