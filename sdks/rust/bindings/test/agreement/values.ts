import type { Random } from "./random.ts";
import { finite, name, text } from "./texts.ts";

/** Returns a value of any kind that bot code can pass. */
export function value(random: Random, depth = random.below(5)): unknown {
  const kind = random.unit();
  if (depth > 0 && kind < 0.3) return object(random, depth);
  if (depth > 0 && kind < 0.45) return random.list(5, () => value(random, depth - 1));
  if (kind < 0.65) return finite(random);
  if (kind < 0.85) return text(random, true);
  if (kind < 0.95) return random.of([true, false, null, undefined, Number.NaN, Number.POSITIVE_INFINITY]);
  return unusual(random, depth);
}

function object(random: Random, depth: number): object {
  const properties = random.list(5, () => [name(random, true), value(random, depth - 1)] as const);
  // Unlike an assignment, this makes a property of the name __proto__ too.
  const plain = Object.fromEntries(properties);
  return random.chance(0.97) ? plain : Object.assign(Object.create(null), plain);
}

class Trade {
  readonly price: unknown;
  readonly #secret = 1;
  constructor(price: unknown) {
    this.price = price;
  }
  get hidden(): number {
    return this.#secret;
  }
}

const thrown = new Error("thrown by a getter");

/** Returns a value that is none of JSON's own: classes, hooks, getters, proxies, and what has no JSON form. */
function unusual(random: Random, depth: number): unknown {
  const inner = () => (depth > 0 ? value(random, depth - 1) : text(random));
  const makers: (() => unknown)[] = [
    () => () => {},
    () => Symbol("a"),
    () => random.of([0n, -5n, 2n ** 64n, 10n ** 300n, 10n ** 400n, -(2n ** 1023n)]),
    () => new Date(random.below(4e12) - 1e11),
    () => new Date(Number.NaN),
    () =>
      random.of([new Map([["a", 1]]), new Set([1]), /a/, new Error("no"), new WeakMap(), Promise.resolve()]),
    () =>
      random.of([
        new Uint8Array(3),
        Object.assign(new Uint8Array(1), { toJSON: () => 1 }),
        new ArrayBuffer(2),
        new DataView(new ArrayBuffer(1)),
      ]),
    () =>
      random.of([new Number(5), new String("a\ud800"), new Boolean(false), Object(7n), Object(Symbol("b"))]),
    () => new Trade(inner()),
    () => Object.assign(Object.create({ inherited: 1 }), { own: inner() }),
    () => {
      const form = inner();
      return { toJSON: () => form };
    },
    () => ({ toJSON: (key: string) => `the property ${key}` }),
    () => ({ toJSON: () => ({ toJSON: () => 1, a: 2 }) }),
    () => ({ toJSON: inner() }),
    () => ({
      get a() {
        throw thrown;
      },
    }),
    () => ({
      toJSON() {
        throw thrown;
      },
    }),
    () => new Proxy({ a: inner() }, {}),
    () => new Proxy([inner()], {}),
    () => new Proxy(new Map(), {}),
    () =>
      new Proxy(
        {},
        {
          ownKeys() {
            throw thrown;
          },
        },
      ),
    () => Object.defineProperty({ b: inner() }, "a", { value: 1, enumerable: false }),
    () => ({ [Symbol("c")]: 1, b: inner() }),
    () => ({ [Symbol.toStringTag]: random.of(["Map", "Number", "a b", "Date"]), a: 1 }),
    () => Object.assign(new (class A {})(), { [Symbol.toStringTag]: random.of(["Map", "Array", "é"]) }),
    // biome-ignore lint/suspicious/noSparseArray: a hole is an element that is undefined
    () => [1, , inner()],
    () => Object.assign([1], { extra: 2 }),
    () => nested(random, random.of([60, 65, 128, 130, 511, 512, 513])),
    () => {
      const circle: Record<string, unknown> = { a: 1 };
      circle.self = circle;
      return circle;
    },
  ];
  return random.of(makers)();
}

function nested(random: Random, depth: number): unknown {
  let whole: unknown = 1;
  for (let level = 0; level < depth; level++) whole = random.chance(0.5) ? [whole] : { a: whole };
  return whole;
}
