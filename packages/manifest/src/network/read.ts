import { describe, type FieldReader, pathName, show } from "../documents/fields.ts";
import { isObject, type Path } from "../documents/pointer.ts";
import { suggestion } from "../nearest.ts";
import { hostFault } from "./host-fault.ts";
import { type Network, networkWords } from "./network.ts";

export const networkLimits = { hosts: 64, local: 16 };

const fields = ["hosts", "local", "queries"];
const example = "Write none, internet, host, or a list of hosts, for instance {hosts: [api.kraken.com]}.";

/** The name of a local service. */
export const serviceName = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Reads the field `network` and reports its problems. Returns `undefined` if it is missing or cannot be used. */
export function readNetwork(parent: Record<string, unknown>, reader: FieldReader): Network | undefined {
  const value = parent.network;
  if (value === undefined) return undefined;
  const at: Path = ["network"];
  if (typeof value === "string") {
    const word = networkWords.find((known) => known === value);
    if (word === undefined)
      reader.report(at, "network.invalid", `"network" is ${show(value)}.`, suggestion(value, networkWords));
    return word;
  }
  if (!isObject(value)) {
    reader.report(at, "network.invalid", `"network" is ${describe(value)}.`, example);
    return undefined;
  }
  reader.unknownFields(at, value, fields);
  const before = reader.problems.length;
  const hosts = readList(value, [...at, "hosts"], reader, networkLimits.hosts, hostProblem);
  const local = readList(value, [...at, "local"], reader, networkLimits.local, serviceProblem);
  const { queries } = value;
  if (queries !== undefined && queries !== "none")
    reader.report(
      [...at, "queries"],
      "network.invalid",
      '"network.queries" can only be none.',
      "Remove it: then queries have the bot's network.",
    );
  if (value.hosts === undefined && value.local === undefined)
    reader.report(at, "network.invalid", '"network" lists neither hosts nor local services.', example);
  if (reader.problems.length > before) return undefined;
  return {
    ...(hosts && { hosts }),
    ...(local && { local }),
    ...(queries === "none" && { queries }),
  };
}

type Fault = { message: string; next: string };

function readList(
  parent: Record<string, unknown>,
  at: Path,
  reader: FieldReader,
  most: number,
  problemOf: (
    item: unknown,
  ) => ({ code: "network.invalid_host" | "network.invalid_service" } & Fault) | undefined,
): string[] | undefined {
  const list = parent[String(at.at(-1))];
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) {
    reader.report(
      at,
      "network.invalid",
      `"${pathName(at)}" is ${describe(list)}, not a list.`,
      "Make it a list.",
    );
    return undefined;
  }
  if (list.length > most) {
    const message = `"${pathName(at)}" has ${list.length} entries; at most ${most} are allowed.`;
    reader.report(at, "network.too_many", message, "Use a wildcard, such as *.binance.com.");
    return undefined;
  }
  for (const [index, item] of list.entries()) {
    const problem = problemOf(item);
    if (problem) reader.report([...at, index], problem.code, problem.message, problem.next);
  }
  return [...new Set(list as string[])];
}

function hostProblem(item: unknown) {
  const fault = typeof item === "string" ? hostFault(item) : notText(item);
  return fault && { code: "network.invalid_host" as const, ...fault };
}

function serviceProblem(item: unknown) {
  const code = "network.invalid_service" as const;
  if (typeof item !== "string") return { code, ...notText(item) };
  if (serviceName.test(item)) return undefined;
  return {
    code,
    message: `${show(item)} is not the name of a local service.`,
    next: "Use lower-case letters, digits and hyphens, as the operator of the platform named it.",
  };
}

const notText = (item: unknown): Fault => ({
  message: `The entry is ${describe(item)}.`,
  next: "Write a name.",
});
