import { join } from "node:path";
import { parseArgs } from "node:util";
import { hidden } from "./root.ts";
import { gate } from "./run/gate.ts";
import { joinVitest, partsOf } from "./run/parts.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    thorough: { type: "boolean", default: false },
    "no-install": { type: "boolean", default: false },
    help: { type: "boolean" },
  },
});
const { only, thorough } = values;
const reports = join(hidden, "reports");
const known = partsOf(true, reports);
const all = known.filter((part) => thorough || !part.thorough);
const names = known.map((part) => (part.thorough ? `${part.name} (thorough)` : part.name)).join(", ");
if (values.help) {
  console.log(`npm test [-- --only PART] [--thorough] [--no-install]

--only PART    run this part; may be repeated
--thorough     also run slow tests: before a release, and after changes to the conformance suite
--no-install   do not install missing programs with apt

Parts: ${names}.`);
  process.exit(0);
}

const called = (name: string) => (part: { name: string; also?: string[] }) =>
  part.name === name || part.also?.includes(name);
for (const name of only) {
  if (all.some(called(name))) continue;
  const hint = known.some(called(name)) ? "belongs to the thorough tier: add --thorough" : "does not exist";
  console.error(`npm test: the part ${JSON.stringify(name)} ${hint}. Parts: ${names}.`);
  process.exit(2);
}
const chosen = partsOf(thorough, reports).filter(
  (part) => (thorough || !part.thorough) && (only.length === 0 || only.some((name) => called(name)(part))),
);

process.exitCode = await gate(joinVitest(chosen, thorough, reports), {
  mayInstall: !values["no-install"],
  unattended: process.env.CI === "true",
  reports,
});
