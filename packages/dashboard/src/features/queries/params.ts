import { type Exact, isExactObject, readExact, WrittenNumber } from "../../lib/exact-json.ts";

export type Kind = "text" | "number" | "true or false" | "JSON";
export const kinds: Kind[] = ["text", "number", "true or false", "JSON"];

/** A parameter as it is edited: the value is what the reader types. */
export interface Param {
  name: string;
  kind: Kind;
  value: string;
}

/** Returns the parameters of a JSON text, or `undefined` if it is not that of an object. */
export function readParams(text: string): Param[] | undefined {
  let document: Exact;
  try {
    document = readExact(text);
  } catch {
    return undefined;
  }
  if (!isExactObject(document)) return undefined;
  return Object.entries(document).map(([name, value]) => {
    if (typeof value === "string") return { name, kind: "text", value };
    if (value instanceof WrittenNumber) return { name, kind: "number", value: value.text };
    if (typeof value === "boolean") return { name, kind: "true or false", value: String(value) };
    return { name, kind: "JSON", value: JSON.stringify(value) };
  });
}

/** The JSON text of parameters. What cannot be a value of its kind is left as typed: {@link faultOf} says why. */
export function writeParams(params: Param[]): string {
  const parts = params
    .filter((param) => !isBlank(param))
    .map(({ name, kind, value }) => {
      const written = kind === "text" ? JSON.stringify(value) : value.trim();
      return `${JSON.stringify(name)}: ${written}`;
    });
  return parts.length === 0 ? "{}" : `{\n  ${parts.join(",\n  ")}\n}`;
}

/** Why a parameter cannot be sent. */
export const faultOf = (param: Param, others: Param[]): string | undefined =>
  faultOfName(param, others) ?? faultOfValue(param);

/** Whether nothing has been entered yet: then nothing is wrong, and nothing is sent. */
const isBlank = ({ name, kind, value }: Param): boolean =>
  name === "" && (value === "" || kind === "true or false");

export function faultOfName(param: Param, others: Param[]): string | undefined {
  const { name } = param;
  if (isBlank(param)) return undefined;
  if (name === "") return "Give the parameter a name.";
  if (others.some((other) => other.name === name)) return `The name ${name} is used twice.`;
  return undefined;
}

export function faultOfValue(param: Param): string | undefined {
  const { kind, value } = param;
  if (isBlank(param)) return undefined;
  const text = value.trim();
  if (kind === "number" && !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text))
    return "Write a number such as 5, -0.25 or 1e6.";
  if (kind === "true or false" && text !== "true" && text !== "false") return "Choose true or false.";
  if (kind === "JSON") return faultOfJson(text);
  return undefined;
}

/** Why a JSON text cannot be sent as parameters. */
export function faultOfText(text: string): string | undefined {
  const fault = faultOfJson(text);
  if (fault) return fault;
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? undefined
    : 'The parameters must be an object, for example {"limit": 5}.';
}

function faultOfJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}
