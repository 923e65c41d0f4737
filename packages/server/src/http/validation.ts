import { suggestion } from "@botyard/manifest";
import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { type ErrorItem, PlatformError } from "../errors.ts";

type Fault = ReturnType<ReturnType<typeof Compile>["Errors"]>[number];
type Properties = Record<string, TSchema & { type?: string }>;

/**
 * Validates a part of a request. Removes no fields and fills in no defaults; in query strings, numbers and booleans
 * are converted. An invalid body is answered with 422, an invalid parameter with 400.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = Compile(schema);
  const inBody = httpPart === "body";
  return (given: unknown) => {
    const value = httpPart === "querystring" ? readQuery(schema, given as Record<string, unknown>) : given;
    if (compiled.Check(value)) return { value };
    const errors = itemsOf(compiled.Errors(value), schema, value, inBody);
    const detail = errors.length === 1 ? errors[0]!.detail : `${errors.length} problems were found.`;
    return {
      error: new PlatformError(inBody ? "validation_failed" : "invalid_parameter", detail, { errors }),
    };
  };
};

/** For routes that validate the body themselves, because its rules are elsewhere or other errors come first. */
export const bodyCheckedLater: FastifySchemaCompiler<TSchema> = (route) =>
  route.httpPart === "body" ? () => true : validatorCompiler(route);

/**
 * For routes whose body must be empty or an empty object.
 *
 * @throws {PlatformError} `validation_failed`
 */
export const noFields = async ({ body }: FastifyRequest): Promise<void> => {
  if (body === undefined || body === null) return;
  const [field] = typeof body === "object" ? Object.keys(body) : [""];
  if (field === undefined && !Array.isArray(body)) return;
  const detail = field ? `Unknown field "${field}".` : "The body must be empty or an empty JSON object.";
  throw new PlatformError("validation_failed", detail, {
    errors: [{ pointer: field ? `/${escaped(field)}` : "", detail, next: "Remove it." }],
  });
};

/** Converts query parameters to the integers and booleans of the schema; leaves other values unchanged. */
function readQuery(schema: TSchema, given: Record<string, unknown>): Record<string, unknown> {
  const properties = (Type.IsObject(schema) ? schema.properties : {}) as Properties;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
      if (type === "integer" && typeof value === "string" && /^-?\d{1,15}$/.test(value))
        return [name, Number(value)];
      if (type === "boolean" && (value === "true" || value === "false")) return [name, value === "true"];
      return [name, value];
    }),
  );
}

function itemsOf(faults: Fault[], schema: TSchema, value: unknown, inBody: boolean): ErrorItem[] {
  const items: ErrorItem[] = [];
  const place = (pointer: string) => (inBody ? pointer : pointer.slice(1));
  for (const fault of faults) {
    const at = fault.instancePath;
    const params = fault.params as Record<string, unknown>;
    if (fault.keyword === "additionalProperties") {
      const known = Object.keys((schema as { properties?: Properties }).properties ?? {});
      for (const name of params.additionalProperties as string[]) {
        const kind = inBody ? "field" : "parameter";
        items.push({
          pointer: place(`${at}/${escaped(name)}`),
          detail: `Unknown ${kind} "${name}".`,
          next: at === "" ? suggestion(name, known) : "Remove it.",
        });
      }
    } else if (fault.keyword === "required") {
      for (const name of params.requiredProperties as string[]) {
        items.push({ pointer: place(`${at}/${escaped(name)}`), detail: `"${name}" is required.` });
      }
    } else if (fault.keyword !== "boolean" && fault.keyword !== "anyOf") {
      const name = at === "" ? "The body" : `"${at.split("/").pop()}"`;
      items.push({ pointer: place(at), detail: `${name} ${expectation(fault)}${got(value, at)}.` });
    }
  }
  // A union reports one error for each member; keep one for each place.
  return items.filter((item, index) => items.findIndex((other) => other.pointer === item.pointer) === index);
}

function expectation(fault: Fault): string {
  const allowed = (fault.params as { allowedValues?: unknown[] }).allowedValues;
  return allowed ? `must be one of ${allowed.join(", ")}` : fault.message;
}

function got(value: unknown, pointer: string): string {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    found = (found as Record<string, unknown> | undefined)?.[
      part.replaceAll("~1", "/").replaceAll("~0", "~")
    ];
  }
  if (found === undefined) return "";
  if (typeof found === "object" && found !== null)
    return Array.isArray(found) ? ", not an array" : ", not an object";
  const text = JSON.stringify(found);
  return text.length > 80 ? "" : `, not ${text}`;
}

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
