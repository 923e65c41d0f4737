import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { formatRow, meets, type Row } from "./bench/numbers.ts";
import type { Tortured } from "./torture/arena.ts";
import { hostileBots, withBots } from "./torture/hostile-bots.ts";
import { withClients } from "./torture/hostile-clients.ts";

const parts: Record<string, () => Promise<Tortured>> = {
  "each-bot": () =>
    withBots(
      hostileBots.map((name) => [name]),
      10,
    ),
  "all-bots": () => withBots([hostileBots], 60),
  clients: () => withClients(10),
};

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, help: { type: "boolean" } },
});
const names = Object.keys(parts).join(", ");
if (values.help) {
  console.log(`npm run torture [-- --only PART]

Attacks a platform on this machine, as a bot, as a user with a key and as a client without one, and kills it at bad
moments. Exits with 1 if another user was harmed. A missed target of a measurement does not fail the command.

--only PART   run this part; may be repeated

Parts: ${names}.`);
  process.exit(0);
}
const unknown = values.only?.find((name) => !(name in parts));
if (unknown) {
  console.error(`npm run torture: unknown part ${JSON.stringify(unknown)}. Parts: ${names}.`);
  process.exit(2);
}

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`);
const rows: Row[] = [];
let faults = 0;
for (const name of values.only ?? Object.keys(parts)) {
  console.log(`== ${name}`);
  const found = await parts[name]!();
  rows.push(...found.rows);
  for (const row of found.rows) console.log(formatRow(row));
  for (const fault of new Set(found.faults)) console.log(`FAULT   ${fault}`);
  faults += found.faults.length;
}
console.log(`\n${rows.filter(meets).length} of ${rows.length} targets met, ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
