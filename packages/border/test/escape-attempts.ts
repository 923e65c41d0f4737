import { reasons } from "../src/index.ts";
import type { Way } from "./ways.ts";

/** Returns docs/reference/escape-attempts.md. */
export function pageOf(ways: readonly Way[]): string {
  const rows = (is: Way["is"]) => ways.filter((way) => way.is === is).map(({ title }) => `| ${title} |`);
  const refused = ways
    .filter(({ is }) => is === "refused")
    .map(({ title, reason }) => `| ${title} | ${reason ? `\`${reason}\`: ${reasons[reason]}` : kernel} |`);
  return [
    "# Attempts to leave the network of a bot",
    "",
    "`packages/border/test/ways.test.ts` makes these attempts in the network of a bot, each with a real program, and writes this page. Servers of the test are what could be reached: a host of the internet that the bot's network lists and one that it does not list, services of the machine and of its local network, and another bot. An attempt is refused if none of them receives a byte. [Networks of bots](../explanation/networks.md) says how it works.",
    "",
    "## Refused",
    "",
    "| Attempt | By |",
    "|---|---|",
    ...refused,
    "",
    "## Not refused",
    "",
    "| Attempt |",
    "|---|",
    ...rows("open"),
    "",
    "## What must work, and does",
    "",
    "| Use |",
    "|---|",
    ...rows("works"),
    "",
  ].join("\n");
}

const kernel = "the kernel: nothing in this network leads there";
