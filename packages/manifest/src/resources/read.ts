import { describe, type FieldReader, pathName, showJson } from "../documents/fields.ts";
import { isObject, type Path } from "../documents/pointer.ts";
import {
  bytesOf,
  leastResources,
  type ResourceName,
  type Resources,
  resourceNames,
  resourceText,
  sizeOf,
} from "./resources.ts";

const examples: Record<ResourceName, string> = {
  memory: '"512MiB"',
  cpus: "0.5",
  processes: "64",
  disk: '"2GiB"',
};

/** Reads the field `resources` and reports its problems. Returns `undefined` if it is missing or cannot be used. */
export function readResources(parent: Record<string, unknown>, reader: FieldReader): Resources | undefined {
  const value = parent.resources;
  if (value === undefined) return undefined;
  const at: Path = ["resources"];
  if (!isObject(value)) {
    const next = 'Write what differs from the default, for instance {"memory": "512MiB", "cpus": 1}.';
    reader.report(at, "resources.invalid", `"resources" is ${describe(value)}.`, next);
    return undefined;
  }
  reader.unknownFields(at, value, resourceNames);
  const before = reader.problems.length;
  const read = resourceNames.flatMap((name) => {
    if (value[name] === undefined) return [];
    return [[name, readOne(name, value[name], [...at, name], reader)]];
  });
  return reader.problems.length > before ? undefined : (Object.fromEntries(read) as Resources);
}

function readOne(name: ResourceName, value: unknown, at: Path, reader: FieldReader) {
  const isSize = name === "memory" || name === "disk";
  const amount = isSize ? sizeIn(value) : numberIn(name, value);
  const least = leastResources[name];
  if (amount !== undefined && amount >= least) return isSize ? sizeOf(amount) : amount;
  const what = { memory: "a size", disk: "a size", cpus: "a number of cores", processes: "a whole number" }[
    name
  ];
  const message =
    amount === undefined
      ? `"${pathName(at)}" is ${showJson(value)}; it must be ${what}.`
      : `"${pathName(at)}" is ${showJson(value)}; it must be at least ${resourceText(name, least)}.`;
  reader.report(at, "resources.invalid", message, `For instance: "${name}": ${examples[name]}.`);
  return undefined;
}

const sizeIn = (value: unknown) => (typeof value === "string" ? bytesOf(value) : undefined);

function numberIn(name: ResourceName, value: unknown): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  // The kernel counts processor time in microseconds of a tenth of a second.
  return name === "cpus" ? Math.round(value * 1e6) / 1e6 : Number.isInteger(value) ? value : undefined;
}
