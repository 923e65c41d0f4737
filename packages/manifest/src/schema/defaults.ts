import { isObject, type Path } from "../documents/pointer.ts";
import { documentDepth } from "../documents/source-document.ts";
import { environmentValueBytes } from "../limits.ts";
import { type CompiledSchema, linearRegExp } from "./compiler.ts";
import { referencesOf } from "./references.ts";
import { type Schema, schemasIn } from "./walk.ts";

/** With its defaults, a config has more bytes or levels than it may have. */
export class TooManyDefaults extends Error {
  readonly limit: "maxBytes" | "maxDepth";
  constructor(limit: "maxBytes" | "maxDepth", size: string) {
    super(`With the schema's defaults, the config is ${size}.`);
    this.limit = limit;
  }
}

/** Fills in the defaults of a schema as docs/reference/bot-config.md describes. The caller must limit the time. */
export class Defaults {
  readonly #compiled: CompiledSchema;
  readonly #paths: Map<Schema, Path>;
  readonly #targets: ReturnType<typeof referencesOf>["targets"];
  readonly #leading: Set<unknown>;
  readonly #creates: boolean;
  /** The objects that are being created, the outermost first: what fills them, and whether they would contain themselves. */
  readonly #creating: { filledBy: Set<unknown>; isEndless: boolean }[] = [];
  readonly #created = new Map<unknown, string | undefined>();
  #bytes: number;
  #depth = 0;

  /** Without `creates`, absent objects stay absent. The defaults may have `bytes` as JSON, all together. */
  constructor(compiled: CompiledSchema, { creates, bytes }: { creates: boolean; bytes: number }) {
    const { paths, targets } = referencesOf(compiled.root);
    this.#compiled = compiled;
    this.#paths = paths;
    this.#targets = targets;
    this.#leading = leadingToDefaults(compiled.root);
    this.#creates = creates;
    this.#bytes = bytes;
  }

  /** Whether absent objects were created. */
  get hasCreated(): boolean {
    return [...this.#created.values()].some((text) => text !== undefined);
  }

  /**
   * Fills in the defaults of one schema for one value.
   * @throws {TooManyDefaults} if they have too many bytes
   */
  fill(schema: unknown, value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const together = [...this.#together(schema, new Set())];
    if (together.length === 0) return;
    // A default may contain itself: an object whose schema is the one around it.
    if (++this.#depth > documentDepth)
      throw new TooManyDefaults("maxDepth", `nested deeper than ${documentDepth} levels`);
    for (const one of together) {
      if (isObject(value)) this.#fillMembers(one, value);
      if (Array.isArray(value)) this.#fillItems(one, value);
    }
    this.#depth--;
    // Which of these apply depends on the value with the defaults above.
    if (isObject(value)) this.#fillByDependencies(together, value);
    for (const one of together) this.#fillByCondition(one, value);
    for (const one of together) this.#fillByAlternatives(one, value);
  }

  /** Returns what an absent setting gets: a default, an object made of defaults, or nothing. */
  absent(schema: unknown): { value: unknown } | undefined {
    const source = this.sourceOf(schema);
    const text = source === undefined ? this.#create(schema) : JSON.stringify(source.default);
    if (text === undefined) return undefined;
    this.#bytes -= text.length;
    if (this.#bytes < 0) {
      throw new TooManyDefaults("maxBytes", `larger than ${environmentValueBytes} bytes`);
    }
    return { value: JSON.parse(text) };
  }

  /** Returns the schema whose default an absent setting gets: its own before that of its reference or of `allOf`. */
  sourceOf(schema: unknown): Schema | undefined {
    if (!isObject(schema) || !this.#leading.has(schema)) return undefined;
    if (typeof schema.$ref === "string") return this.sourceOf(this.#targets.get(schema)?.schema);
    if ("default" in schema) return schema;
    for (const part of listed(schema.allOf)) {
      const source = this.sourceOf(part);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  #fillMembers(schema: Schema, value: Schema): void {
    const properties = named(schema.properties);
    for (const [name, child] of Object.entries(properties)) {
      if (!Object.hasOwn(value, name)) {
        const found = this.absent(child);
        if (found === undefined) continue;
        set(value, name, found.value);
      }
      this.fill(child, value[name]);
    }
    const patterns = Object.entries(named(schema.patternProperties));
    if (
      ![...patterns.map(([, child]) => child), schema.additionalProperties].some((one) =>
        this.#leading.has(one),
      )
    )
      return;
    for (const [name, member] of Object.entries(value)) {
      const matching = patterns.filter(([pattern]) => linearRegExp(pattern).test(name));
      for (const [, child] of matching) this.fill(child, member);
      if (matching.length === 0 && !Object.hasOwn(properties, name))
        this.fill(schema.additionalProperties, member);
    }
  }

  #fillItems({ items, additionalItems }: Schema, value: unknown[]): void {
    if (!Array.isArray(items)) {
      for (const item of value) this.fill(items, item);
      return;
    }
    while (value.length < items.length) {
      const found = this.absent(items[value.length]);
      if (found === undefined) break;
      value.push(found.value);
    }
    for (const [index, item] of value.entries()) this.fill(items[index] ?? additionalItems, item);
  }

  /** Adds the schemas that apply to every value that a schema applies to: itself, and those in its `allOf`. */
  #together(schema: unknown, found: Set<Schema>): Set<Schema> {
    if (!isObject(schema) || !this.#leading.has(schema) || found.has(schema) || this.#isRepeated(schema))
      return found;
    if (typeof schema.$ref === "string") return this.#together(this.#targets.get(schema)?.schema, found);
    found.add(schema);
    for (const part of listed(schema.allOf)) this.#together(part, found);
    return found;
  }

  /** A default of one dependency may be the setting of another. */
  #fillByDependencies(together: readonly Schema[], value: Schema): void {
    const waiting = new Set(together.flatMap(({ dependencies }) => Object.entries(named(dependencies))));
    for (let before = -1; before !== waiting.size; ) {
      before = waiting.size;
      for (const dependency of waiting) {
        const [name, child] = dependency;
        if (Object.hasOwn(value, name) && waiting.delete(dependency)) this.fill(child, value);
      }
    }
  }

  #fillByCondition(schema: Schema, value: object): void {
    const branches = [schema.then, schema.else];
    if (schema.if !== undefined && branches.some((one) => this.#leading.has(one)))
      this.fill(this.#matches(schema.if, value) ? schema.then : schema.else, value);
  }

  #fillByAlternatives(schema: Schema, value: object): void {
    for (const alternatives of [listed(schema.oneOf), listed(schema.anyOf)]) {
      if (!alternatives.some((one) => this.#leading.has(one))) continue;
      const matching = alternatives.filter((one) => this.#matches(one, value));
      if (matching.length === 1) this.fill(matching[0], value);
    }
  }

  /** Returns the text of an object that is made of defaults. */
  #create(schema: unknown): string | undefined {
    if (!this.#creates || !this.#leading.has(schema) || !this.#saysObject(schema)) return undefined;
    if (this.#created.has(schema)) return this.#created.get(schema);
    const state = { filledBy: new Set<unknown>(), isEndless: false };
    this.#creating.push(state);
    const value = this.#filled(schema);
    this.#creating.pop();
    const isUseful = !state.isEndless && value !== undefined && this.#matches(schema, value);
    this.#created.set(schema, isUseful ? JSON.stringify(value) : undefined);
    return this.#created.get(schema);
  }

  /** Whether a schema already fills an object around the one that is being created. */
  #isRepeated(schema: unknown): boolean {
    const first = this.#creating.slice(0, -1).findIndex(({ filledBy }) => filledBy.has(schema));
    for (const state of first === -1 ? [] : this.#creating.slice(first)) state.isEndless = true;
    this.#creating.at(-1)?.filledBy.add(schema);
    return first !== -1;
  }

  /** Returns an object with the defaults of a schema, unless there are none or too many. */
  #filled(schema: unknown): object | undefined {
    const value = {};
    const [bytes, depth] = [this.#bytes, this.#depth];
    this.#bytes = environmentValueBytes;
    try {
      this.fill(schema, value);
    } catch (error) {
      if (!(error instanceof TooManyDefaults)) throw error;
      return undefined;
    } finally {
      this.#bytes = bytes;
      this.#depth = depth;
    }
    return Object.keys(value).length === 0 ? undefined : value;
  }

  #saysObject(schema: unknown): boolean {
    if (!isObject(schema)) return false;
    if (typeof schema.$ref === "string") return this.#saysObject(this.#targets.get(schema)?.schema);
    return schema.type === "object" || listed(schema.allOf).some((part) => this.#saysObject(part));
  }

  #matches(schema: unknown, value: unknown): boolean {
    if (!isObject(schema)) return schema === true;
    return this.#compiled.part(this.#paths.get(schema)!)(value) as boolean;
  }
}

const leading = new WeakMap<Schema, Set<unknown>>();

/** The schemas that have a default, contain one or refer to one. */
function leadingToDefaults(root: Schema): Set<unknown> {
  const known = leading.get(root);
  if (known) return known;
  const { paths, targets } = referencesOf(root);
  const found = new Set<unknown>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const schema of paths.keys()) {
      const next =
        typeof schema.$ref === "string"
          ? [targets.get(schema)?.schema]
          : [...schemasIn(schema, [])].map((child) => child.schema);
      if (("default" in schema && !("$ref" in schema)) || next.some((one) => found.has(one)))
        found.add(schema);
    }
  }
  leading.set(root, found);
  return found;
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const named = (value: unknown): Schema => (isObject(value) ? value : {});

/** Unlike an assignment, this makes `__proto__` an ordinary key. */
function set(object: Schema, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}
