import { createHash } from "node:crypto";
import { withoutPasswords } from "../../output/passwords.ts";
import { normalName } from "../requirement.ts";
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

const file = "poetry.lock";
const relock = "Write it anew: poetry lock";

/** Reads a poetry.lock. `project` is pyproject.toml as it is now. */
export function readPoetryLock(document: Table, project: Table): Lock | LockFault {
  const metadata = tableOf(document.metadata);
  const version = textOf(metadata["lock-version"]) ?? "";
  // Earlier ones do not say which packages the bot needs, and which only its development.
  if (!/^2\.[1-9]/.test(version))
    return {
      message: `poetry.lock has the version ${JSON.stringify(version)}; this command reads version 2.1, which Poetry 2 writes.`,
      next: "Write it with Poetry 2: poetry lock. Or write a requirements.txt: poetry export -o requirements.txt",
    };
  const hash = textOf(metadata["content-hash"]);
  if (hash !== undefined && !contentHashes(project).includes(hash))
    return {
      message: "poetry.lock is out of date: pyproject.toml has changed since it was written.",
      next: relock,
    };
  const needed = tablesOf(document.package).filter(
    ({ groups, optional, markers }) =>
      Array.isArray(groups) && groups.includes("main") && !(optional === true && markers === undefined),
  );
  const markers = [...new Set(needed.flatMap((one) => markerOf(one) ?? []))];
  return { file, questions: { markers, versions: [] }, choose };

  function choose({ holds }: Conditions): Chosen {
    const read = needed
      .filter((one) => {
        const marker = markerOf(one);
        return marker === undefined || holds(marker);
      })
      .map(lockedPackage);
    return {
      packages: read.filter((one): one is LockedPackage => "hashes" in one),
      faults: read.filter((one): one is LockFault => "message" in one),
    };
  }
}

/** The marker of a package: of all groups, or of each. */
const markerOf = ({ markers }: Table): string | undefined => textOf(markers) ?? textOf(tableOf(markers).main);

function lockedPackage(one: Table): LockedPackage | LockFault {
  const name = normalName(String(one.name));
  const version = String(one.version);
  const source = sourceOf(tableOf(one.source));
  if (typeof source === "string") return noArchive(file, name, source);
  const hashes = tablesOf(one.files).flatMap(({ hash }) => textOf(hash) ?? []);
  if (hashes.length > 0) return { name, version, source, hashes };
  return { message: `poetry.lock has no hash of ${name} ${version}.`, next: relock };
}

function sourceOf({ type, url, reference }: Table): Source | string {
  const place = String(url);
  if (type === undefined || type === "pypi") return { kind: "index", url: "https://pypi.org/simple" };
  if (type === "legacy") return { kind: "index", url: place, name: String(reference) };
  if (type === "file") return { kind: "file", path: place };
  if (type === "url") return { kind: "url", url: place };
  return type === "git" ? `the Git repository ${withoutPasswords(place)}` : `the folder ${place}`;
}

/** What Poetry's digest of a project covers; the names that it has always covered are so also where they are missing. */
const ofProject = ["requires-python", "dependencies", "optional-dependencies"];
const ofPoetry = ["dependencies", "source", "extras", "dev-dependencies"];

/** The digests by which Poetry would recognise the project: versions before 2.2 ignore `[dependency-groups]`. */
function contentHashes(document: Table): string[] {
  const groups = tableOf(document["dependency-groups"]);
  const hasGroups = Object.keys(groups).length > 0;
  return [...(hasGroups ? [groups] : []), {}].map((counted) => contentHash(document, counted));
}

function contentHash(document: Table, groups: Table): string {
  const given = tableOf(document.project);
  const poetry = tableOf(tableOf(document.tool).poetry);
  const project = Object.fromEntries(ofProject.flatMap((key) => (key in given ? [[key, given[key]]] : [])));
  const content: Table = {
    ...(Object.keys(project).length > 0 && { project }),
    ...(Object.keys(groups).length > 0 && { "dependency-groups": groups }),
  };
  const isLegacy = Object.keys(content).length === 0;
  const keys = [...ofPoetry, "group"].filter((key) => key in poetry || (isLegacy && key !== "group"));
  const own = Object.fromEntries(keys.map((key) => [key, poetry[key] ?? null]));
  return createHash("sha256")
    .update(pythonJson(isLegacy ? own : { ...content, tool: { poetry: own } }))
    .digest("hex");
}

/** Writes JSON as Python does, with sorted keys. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${quoted(name)}: ${pythonJson((value as Table)[name])}`).join(", ")}}`;
  }
  return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}

const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
