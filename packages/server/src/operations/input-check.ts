import { suggestion } from "@botyard/manifest";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";
import { type ErrorItem, PlatformError } from "../errors/platform-error.ts";

// The default is 8, which an object with more unknown fields exhausts.
Settings.Set({ maxErrors: 100 });

type Fault = ReturnType<ReturnType<typeof Compile>["Errors"]>[number];

/**
 * Compiles a schema to a check. It returns an error that lists every problem, or `undefined`.
 *
 * @param place where the values are: faults of a `body` have JSON pointers and are `validation_failed`, those of
 * `parameters` have names and are `invalid_parameter`
 */
export function inputCheck(
  schema: TSchema,
  place: "body" | "parameters",
): (value: unknown) => PlatformError | undefined {
  const compiled = Compile(schema);
  const inBody = place === "body";
  return (value) => {
    if (compiled.Check(value)) return undefined;
    const errors = itemsOf(compiled.Errors(value), schema, value, inBody);
    const detail = errors.length === 1 ? errors[0]!.detail : `${errors.length} problems were found.`;
    return new PlatformError(inBody ? "validation_failed" : "invalid_parameter", detail, { errors });
  };
}

function itemsOf(faults: Fault[], schema: TSchema, value: unknown, inBody: boolean): ErrorItem[] {
  const items: ErrorItem[] = [];
  const place = (pointer: string) => (inBody ? pointer : pointer.slice(1));
  for (const fault of faults) {
    const at = fault.instancePath;
    const params = fault.params as Record<string, unknown>;
    // Reported for each additional field, before `additionalProperties` for all of them.
    if (fault.keyword === "boolean") {
      const [name = "", ...outer] = at.split("/").reverse();
      const known = Object.keys((schema as { properties?: object }).properties ?? {});
      items.push({
        pointer: place(at),
        detail: `Unknown ${inBody ? "field" : "parameter"} "${plain(name)}".`,
        next: outer.length === 1 ? suggestion(plain(name), known) : "Remove it.",
      });
    } else if (fault.keyword === "required") {
      for (const name of params.requiredProperties as string[]) {
        items.push({ pointer: place(`${at}/${escaped(name)}`), detail: `"${name}" is required.` });
      }
    } else if (fault.keyword !== "additionalProperties" && fault.keyword !== "anyOf") {
      const name = at === "" ? "The body" : `"${shortName(at)}"`;
      const given = fault.keyword === "minProperties" ? "" : got(value, at);
      items.push({ pointer: place(at), detail: `${name} ${expectation(fault)}${given}.` });
    }
  }
  // A union reports one error for each member; keep one for each place.
  return items.filter((item, index) => items.findIndex((other) => other.pointer === item.pointer) === index);
}

/** The last name of a pointer; for an item of a list also that of the list. */
function shortName(pointer: string): string {
  const names = pointer.split("/").slice(1);
  return names.slice(/^\d+$/.test(names.at(-1)!) ? -2 : -1).join("/");
}

function expectation(fault: Fault): string {
  const allowed = (fault.params as { allowedValues?: unknown[] }).allowedValues;
  if (fault.keyword === "minProperties") return "must have at least one field";
  if ((fault.params as { type?: unknown }).type === "boolean") return "must be true or false";
  return allowed ? `must be one of ${allowed.join(", ")}` : fault.message;
}

function got(value: unknown, pointer: string): string {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    found = (found as Record<string, unknown> | undefined)?.[plain(part)];
  }
  if (found === undefined) return "";
  if (typeof found === "object" && found !== null)
    return Array.isArray(found) ? ", not an array" : ", not an object";
  const text = JSON.stringify(found);
  return text.length > 80 ? "" : `, not ${text}`;
}

const plain = (part: string) => part.replaceAll("~1", "/").replaceAll("~0", "~");
export const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
