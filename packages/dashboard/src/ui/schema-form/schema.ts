import { readJson, WrittenNumber } from "../../lib/exact-json.ts";

/** The part of a JSON schema (draft-07) that a form is made of. Everything else the platform checks. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  writeOnly?: boolean;
  "x-secret"?: boolean;
  minimum?: unknown;
  maximum?: unknown;
  exclusiveMinimum?: unknown;
  exclusiveMaximum?: unknown;
  multipleOf?: unknown;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, unknown>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | Schema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

export type Kind =
  | "text"
  | "secret"
  | "number"
  | "boolean"
  | "choice"
  | "object"
  | "list"
  | "alternatives"
  | "json";

/** How a value is entered. What no field of a form fits, such as a tuple, is entered as JSON. */
export function kindOf(schema: Schema): Kind {
  if (choicesOf(schema)) return "choice";
  if (alternativesOf(schema)) return "alternatives";
  switch (typeOf(schema)) {
    case "string":
      return isSecret(schema) ? "secret" : "text";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "object":
      return schema.properties ? "object" : "json";
    case "array":
      return schema.items && !Array.isArray(schema.items) && kindOf(schema.items) !== "json"
        ? "list"
        : "json";
    default:
      return "json";
  }
}

/** The type, also of a schema that allows null besides it. */
export function typeOf({ type, properties }: Schema): string | undefined {
  if (type === undefined) return properties ? "object" : undefined;
  const types = [type].flat().filter((one) => one !== "null");
  return types.length === 1 ? types[0] : undefined;
}

export interface Choice {
  value: unknown;
  name: string;
}

/** The values to choose from, if there are only so many. */
export function choicesOf(schema: Schema): Choice[] | undefined {
  if ("const" in schema) return [choice(schema.const, schema.title)];
  if (schema.enum) return schema.enum.map((value) => choice(value));
  const named = schema.oneOf ?? schema.anyOf;
  if (!named?.length || !named.every((one) => "const" in one)) return undefined;
  return named.map(({ const: value, title }) => choice(value, title));
}

const choice = (value: unknown, title?: string): Choice => ({
  value,
  name: title ?? (typeof value === "string" ? value : JSON.stringify(value)),
});

/** The schemas of which a value fits one, each with what is required of all. */
export function alternativesOf(schema: Schema): Schema[] | undefined {
  const { oneOf, anyOf, ...all } = schema;
  const found = (oneOf ?? anyOf)?.filter((one) => typeof one === "object");
  if (!found?.length || (oneOf && anyOf)) return undefined;
  // Those that only require fields have none of their own: the fields are those beside them.
  if (all.properties && found.every((one) => Object.keys(one).every((name) => name === "required")))
    return undefined;
  return found.map((one) => ({ ...all, ...one, ...joined([all, one]) }));
}

/** Whether a value is shown as a secret, whatever its name. */
export const isSecret = (schema: Schema): boolean =>
  schema.writeOnly === true || schema.format === "password" || schema["x-secret"] === true;

/** Reads the text of a schema, and follows its references. One that is not an object has no fields. */
export function readSchema(text: string): Schema {
  const root = readJson(text);
  if (!isNode(root)) return {};
  connect(root, root, new Set());
  return root as Schema;
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !(value instanceof WrittenNumber);

/** What holds values, not schemas, and what holds schemas by the names of users. */
const values = new Set(["default", "const", "enum", "examples"]);
const schemasByName = new Set(["properties", "definitions", "$defs", "patternProperties"]);

/** Puts the schema that is referred to in the place of each reference, and the fields of `allOf` beside the others. */
function connect(node: Node, root: Node, done: Set<Node>, isSchema = true): void {
  if (done.has(node)) return;
  done.add(node);
  for (const [name, child] of Object.entries(node)) {
    // The schema `true` takes any value, and so does an empty one.
    if (!isSchema && typeof child === "boolean") node[name] = {};
    if (!isNode(child) || (isSchema && values.has(name))) continue;
    const target = refersTo(child, root);
    if (target) node[name] = target;
    connect(target ?? child, root, done, !isSchema || !schemasByName.has(name));
  }
  const { allOf } = node as Schema;
  if (Array.isArray(allOf)) Object.assign(node, joined([node as Schema, ...allOf.filter(isNode)]));
}

function refersTo(node: Node, root: Node): Node | undefined {
  let found: unknown = node;
  for (let steps = 0; isNode(found) && typeof found.$ref === "string" && steps < 20; steps += 1) {
    if (!found.$ref.startsWith("#")) return undefined;
    found = decodeURIComponent(found.$ref.slice(1))
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((at, part) => (isNode(at) && Object.hasOwn(at, part) ? at[part] : undefined), root);
  }
  return isNode(found) && found !== node && typeof found.$ref !== "string" ? found : undefined;
}

function joined(parts: Schema[]): Pick<Schema, "properties" | "required"> {
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
