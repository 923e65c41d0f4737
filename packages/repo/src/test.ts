import { join } from "node:path";
import { parseArgs } from "node:util";
import { hidden, root } from "./root.ts";
import { gate } from "./run/gate.ts";
import { Sources } from "./run/inputs.ts";
import { keptFolder } from "./run/kept.ts";
import { joinVitest, partsOf } from "./run/parts.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    all: { type: "boolean", default: false },
    thorough: { type: "boolean", default: false },
    "no-install": { type: "boolean", default: false },
    help: { type: "boolean" },
  },
});
const { only, thorough } = values;
const reports = join(hidden, "reports");
const { paths } = new Sources(root);
const known = partsOf({ thorough: true, reports, paths });
const all = known.filter((part) => thorough || !part.thorough);
const names = known.map((part) => (part.thorough ? `${part.name} (thorough)` : part.name)).join(", ");
if (values.help) {
  console.log(`npm test [-- --only PART] [--thorough] [--no-install]

--only PART    run this part, whatever its earlier result is; may be repeated
--all          also run what has passed on this machine and has not changed since
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
const options = { thorough, reports, paths };
const chosen = partsOf(options).filter(
  (part) => (thorough || !part.thorough) && (only.length === 0 || only.some((name) => called(name)(part))),
);

process.exitCode = await gate(joinVitest(chosen, options), {
  mayInstall: !values["no-install"],
  unattended: process.env.CI === "true",
  reports,
  // The results of the thorough tier are those of more tests.
  ...(!thorough && { results: { root, folder: keptFolder, all: values.all || only.length > 0 } }),
});
