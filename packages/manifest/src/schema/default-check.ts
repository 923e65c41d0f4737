import { show, showJson } from "../documents/fields.ts";
import { isObject, type Path, pathOf, pointerOf } from "../documents/pointer.ts";
import type { CompiledSchema } from "./compiler.ts";
import { Defaults, TooManyDefaults } from "./defaults.ts";
import { type References, referencesOf } from "./references.ts";
import type { Report } from "./report.ts";
import type { Schema } from "./walk.ts";

/** Reports every default that is invalid, or that some config or every config does not get. */
export function checkDefaults(compiled: CompiledSchema, warn: Report): void {
  try {
    check(compiled, warn);
  } catch (error) {
    if (!(error instanceof TooManyDefaults)) throw error;
    const next = 'Look for a "default" in a schema that contains itself.';
    warn([], "bot_schema.default_refused", error.message, next, "warning");
  }
}

function check(compiled: CompiledSchema, warn: Report): void {
  const references = referencesOf(compiled.root);
  const defaults = new Defaults(compiled, { creates: true, bytes: Number.POSITIVE_INFINITY });
  checkValidity(compiled, references, defaults, warn);
  const places = new DefaultPlaces(compiled.root, references, defaults);
  for (const [schema, path] of references.paths) {
    if (!("default" in schema)) continue;
    const fault = places.faultOf(schema, path);
    if (fault) warn([...path, "default"], "bot_schema.default_ignored", fault.message, fault.next, "warning");
  }
}

/** Checks each default against its own schema, and the config that has only defaults against the whole. */
function checkValidity(
  compiled: CompiledSchema,
  { paths }: References,
  defaults: Defaults,
  warn: Report,
): void {
  const { root, validate } = compiled;
  const given = [...paths].filter(([schema]) => "default" in schema && !("$ref" in schema));
  const values = given.map(([schema]) => JSON.parse(JSON.stringify(schema.default)) as unknown);
  for (const [index, [schema]] of given.entries()) defaults.fill(schema, values[index]);
  const whole = compiled.members(Object.fromEntries(given.map(([, path], index) => [index, path])));
  whole({ ...values });
  const found = (whole.errors ?? []).map((fault) => ({
    path: given[Number(pathOf(fault.instancePath)[0])]![1],
    fault,
  }));
  const config = {};
  defaults.fill(root, config);
  validate(config);
  const properties = isObject(root.properties) ? root.properties : {};
  for (const fault of validate.errors ?? []) {
    const [name] = pathOf(fault.instancePath);
    const property = name === undefined ? undefined : properties[name];
    if (name !== undefined && isObject(property) && "default" in property)
      found.push({ path: ["properties", name], fault });
  }
  const refused = new Set<string>();
  for (const { path, fault } of found) {
    const pointer = pointerOf(path);
    if (refused.has(pointer)) continue;
    refused.add(pointer);
    const value = showJson([...path, "default"].reduce<unknown>((at, key) => (at as Schema)[key], root));
    const message = `The default of ${nameOf(path)} is ${value}, which is invalid: it ${fault.message ?? "is not valid"}.`;
    warn(
      [...path, "default"],
      "bot_schema.default_refused",
      message,
      "Change the default or the rule.",
      "warning",
    );
  }
}

const nameOf = (path: Path) => (path.length === 0 ? "the config" : show(String(path.at(-1))));

type Fault = { message: string; next: string };

/** Which configs get a default, if not every one, and what to do if every one should. */
type Condition = { when: string; next: string };

const onlyWith = (name: string): Condition => ({
  when: `that has ${show(name)}`,
  next: `If every config should get it, require ${show(name)}, or give each setting that it requires a default.`,
});
const onlyOfAny: Condition = {
  when: 'that fits no other schema of "anyOf"',
  next: 'Use "oneOf" if a config can fit only one of them.',
};

/** Finds out which config gets which default, without a config: walks the schemas that can apply to a value together. */
class DefaultPlaces {
  readonly #references: References;
  readonly #defaults: Defaults;
  /** The defaults that some config gets, each with what that depends on. */
  readonly #applied = new Map<Schema, Condition | undefined>();
  readonly #beaten = new Map<Schema, Schema>();
  readonly #ids = new Map<unknown, number>();
  readonly #seen = new Set<string>();

  constructor(root: Schema, references: References, defaults: Defaults) {
    this.#references = references;
    this.#defaults = defaults;
    this.#walk([], [root]);
  }

  faultOf(schema: Schema, path: Path): Fault | undefined {
    const name = nameOf(path);
    const value = showJson(schema.default);
    if ("$ref" in schema) {
      const message = `The default of ${name}, ${value}, has no effect: draft-07 ignores every keyword beside "$ref".`;
      return { message, next: 'Write "allOf": [{ "$ref": … }] instead of "$ref".' };
    }
    const other = this.#beaten.get(schema);
    if (other) {
      const message = `The default of ${name}, ${value}, has no effect: ${showJson(other.default)} at ${show(pointerOf(this.#references.paths.get(other)!))} comes first.`;
      return { message, next: "Keep one of the two." };
    }
    if (!this.#applied.has(schema)) {
      const within = path.findLast((part) => undecided.includes(String(part)));
      const where =
        within === undefined ? "no absent setting takes it" : `it is inside ${show(String(within))}`;
      const message = `The default of ${name}, ${value}, has no effect: ${where}.`;
      return { message, next: 'Move it to "properties" of an object that every config has.' };
    }
    const condition = this.#applied.get(schema);
    if (condition === undefined) return undefined;
    const message = `The default of ${name}, ${value}, is not added to every config: only to one ${condition.when}.`;
    return { message, next: condition.next };
  }

  /** `around` are schemas that apply to the same value and were walked before. */
  #walk(around: unknown[], added: unknown[], condition?: Condition): void {
    const schemas = this.#closure(added);
    const key = `${this.#idsOf(around)}|${this.#idsOf(schemas)}|${condition?.when ?? ""}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const all = [...around, ...schemas].filter(isObject);
    for (const name of new Set(schemas.flatMap((schema) => Object.keys(named(schema.properties))))) {
      const children = all.flatMap(({ properties }) => (hasOwn(properties, name) ? [properties[name]] : []));
      const source = this.#apply(children, condition);
      const isThere =
        source !== undefined ||
        all.some(({ required }) => Array.isArray(required) && required.includes(name)) ||
        children.some((child) => this.#defaults.absent(child) !== undefined);
      this.#walk([], children, isThere ? condition : onlyWith(name));
    }
    for (const schema of schemas) {
      const items = Array.isArray(schema.items) ? schema.items : [schema.items];
      if (Array.isArray(schema.items)) for (const item of items) this.#apply([item], undefined);
      const members = [schema.additionalItems, schema.additionalProperties];
      for (const child of [...items, ...members, ...Object.values(named(schema.patternProperties))])
        this.#walk([], [child]);
      const branches = [schema.then, schema.else, ...Object.values(named(schema.dependencies))];
      for (const branch of [...branches, ...listed(schema.oneOf)]) this.#walk(all, [branch], condition);
      for (const branch of listed(schema.anyOf)) this.#walk(all, [branch], onlyOfAny);
    }
  }

  /** Notes the default that an absent setting with these schemas gets, and those that it does not get. */
  #apply(children: unknown[], condition: Condition | undefined): Schema | undefined {
    const [first, ...others] = children
      .map((child) => this.#defaults.sourceOf(child))
      .filter((source) => source !== undefined);
    if (first === undefined) return undefined;
    if (condition === undefined || !this.#applied.has(first)) this.#applied.set(first, condition);
    for (const other of others) {
      if (JSON.stringify(other.default) === JSON.stringify(first.default))
        this.#applied.set(other, condition);
      else this.#beaten.set(other, first);
    }
    return first;
  }

  #closure(schemas: unknown[]): Schema[] {
    const found = new Set<Schema>();
    const add = (schema: unknown) => {
      if (!isObject(schema) || found.has(schema)) return;
      if (typeof schema.$ref === "string") return add(this.#references.targets.get(schema)?.schema);
      found.add(schema);
      listed(schema.allOf).forEach(add);
    };
    schemas.forEach(add);
    return [...found];
  }

  #idsOf(schemas: unknown[]): string {
    return schemas
      .map((schema) => {
        const id = this.#ids.get(schema) ?? this.#ids.size;
        this.#ids.set(schema, id);
        return id;
      })
      .join();
  }
}

/** Keywords whose schemas say nothing about an absent setting. */
const undecided = ["not", "if", "contains", "propertyNames", "oneOf", "anyOf", "items", "additionalItems"];

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const named = (value: unknown): Schema => (isObject(value) ? value : {});
const hasOwn = (value: unknown, name: string): value is Schema =>
  isObject(value) && Object.hasOwn(value, name);
