import { withoutPasswords } from "../../output/passwords.ts";
import { normalName, type Requirement } from "../requirement.ts";
import {
  type Chosen,
  type Conditions,
  type Lock,
  type LockedPackage,
  type LockFault,
  noArchive,
  type Source,
  type Table,
  tableOf,
  tablesOf,
  textOf,
} from "./lock.ts";

const file = "uv.lock";
const relock = "Write it anew: uv lock";

/** Reads a uv.lock. `required` is what the project requires now, if that is known. */
export function readUvLock(document: Table, required: readonly Requirement[] | undefined): Lock | LockFault {
  if (document.version !== 1)
    return {
      message: `uv.lock has the version ${JSON.stringify(document.version)}; this command reads version 1.`,
      next: "Update the command, or write a requirements.txt: uv export --no-dev --no-emit-project -o requirements.txt",
    };
  const packages = tablesOf(document.package);
  const root = packages.find(({ source }) => Object.values(tableOf(source))[0] === ".");
  if (root === undefined)
    return { message: "uv.lock has no package of this folder.", next: "Write it in this folder: uv lock" };
  const fault = required && outOfDate(root, new Set(required.map(({ name }) => name)));
  if (fault) return fault;
  const overridden = new Set(tablesOf(tableOf(document.manifest).overrides).map(nameOf));
  const direct = (required ?? []).filter(({ name }) => !overridden.has(name));
  const versions = direct.flatMap(({ name, specifier }) =>
    packages
      .filter((one) => nameOf(one) === name)
      .map((one) => [specifier, versionOf(one)] as [string, string]),
  );
  const markers = [...new Set(packages.flatMap(edgesOf).flatMap(({ marker }) => textOf(marker) ?? []))];
  return { file, questions: { markers, versions }, choose };

  function choose(conditions: Conditions): Chosen {
    const chosen = new Set<Table>();
    const faults: LockFault[] = [];
    const seen = new Set<string>();
    const visit = (edges: Table[]) => {
      for (const edge of edges) {
        const marker = textOf(edge.marker);
        if (marker !== undefined && !conditions.holds(marker)) continue;
        const target = packages.findIndex((one) => isTarget(one, edge));
        const found = packages[target];
        if (found === undefined) {
          faults.push({ message: `uv.lock has no package ${nameOf(edge)}.`, next: relock });
          continue;
        }
        chosen.add(found);
        const extras = Array.isArray(edge.extra) ? edge.extra.map(String) : [];
        for (const extra of [undefined, ...extras]) {
          const key = JSON.stringify([target, extra]);
          if (seen.has(key)) continue;
          seen.add(key);
          const optional = tableOf(found["optional-dependencies"]);
          visit(tablesOf(extra === undefined ? found.dependencies : optional[extra]));
        }
      }
    };
    visit(tablesOf(root!.dependencies));
    const read = [...chosen].filter((one) => one !== root).map(lockedPackage);
    const usable = read.filter((one): one is LockedPackage => "hashes" in one);
    faults.push(...read.filter((one): one is LockFault => "message" in one));
    for (const { name, specifier } of direct) {
      const locked = usable.find((one) => one.name === name);
      if (locked && specifier && !conditions.matches(specifier, locked.version))
        faults.push({
          message: `uv.lock is out of date: it has ${name} ${locked.version}, but pyproject.toml requires ${name}${specifier}.`,
          next: relock,
        });
    }
    return { packages: usable, faults };
  }
}

function outOfDate(root: Table, names: ReadonlySet<string>): LockFault | undefined {
  const requires = tableOf(root.metadata)["requires-dist"];
  const ofProject = tablesOf(requires).filter(({ marker }) => !/\bextra\s*==/.test(textOf(marker) ?? ""));
  const locked = new Set(ofProject.map(nameOf));
  const added = [...names].filter((name) => !locked.has(name));
  const removed = [...locked].filter((name) => !names.has(name));
  if (added.length === 0 && removed.length === 0) return undefined;
  const parts = [
    ...(added.length > 0 ? [`pyproject.toml requires ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`pyproject.toml no longer requires ${removed.join(", ")}`] : []),
  ];
  return { message: `uv.lock is out of date: ${parts.join(", and ")}.`, next: relock };
}

const edgesOf = (one: Table): Table[] => [
  ...tablesOf(one.dependencies),
  ...Object.values(tableOf(one["optional-dependencies"])).flatMap(tablesOf),
];

const nameOf = ({ name }: Table): string => normalName(String(name));
const versionOf = ({ version }: Table): string => textOf(version) ?? "0";

/** An edge names the version and the source where the name alone is ambiguous. */
function isTarget(one: Table, { name, version, source }: Table): boolean {
  return (
    one.name === name &&
    (version === undefined || one.version === version) &&
    (source === undefined || JSON.stringify(one.source) === JSON.stringify(source))
  );
}

function lockedPackage(one: Table): LockedPackage | LockFault {
  const name = nameOf(one);
  const source = sourceOf(tableOf(one.source));
  if (typeof source === "string") return noArchive(file, name, source);
  const archives = [...tablesOf(one.wheels), ...(one.sdist ? [tableOf(one.sdist)] : [])];
  const hashes = archives.flatMap(({ hash }) => textOf(hash) ?? []);
  if (hashes.length > 0) return { name, version: versionOf(one), source, hashes };
  const next =
    "Use an index that has hashes, or write a requirements.txt: uv export --no-dev --no-emit-project -o requirements.txt";
  return { message: `uv.lock has no hash of ${name} ${versionOf(one)}, as its index gives none.`, next };
}

function sourceOf(source: Table): Source | string {
  const [[kind, at] = ["nothing", ""]] = Object.entries(source);
  const place = String(at);
  if (kind === "registry") return { kind: "index", url: place };
  if (kind === "path") return { kind: "file", path: place };
  if (kind === "url") return { kind: "url", url: place };
  if (kind === "git") return `the Git repository ${withoutPasswords(place)}`;
  return `the folder ${place}`;
}
