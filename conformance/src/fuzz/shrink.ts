import { isObject, type Json, Num, write } from "../json/index.ts";
import type { Document, Item, Script } from "./script.ts";
import { fileOf } from "./state-file.ts";

/**
 * Returns the smallest script found that still fails: drops items first, then simplifies values.
 *
 * @param fallsShort whether testee and model differ on a script; undefined if no case can be made from it
 * @param most maximum number of scripts to run
 */
export async function shrunk(
  script: Script,
  fallsShort: (smaller: Script) => Promise<boolean | undefined>,
  most = 400,
): Promise<Script> {
  let best = script;
  let left = most;
  const tryOut = async (smaller: Script): Promise<boolean> => {
    if (left === 0) return false;
    const answer = await fallsShort(smaller);
    if (answer !== undefined) left--;
    if (answer) best = smaller;
    return answer === true;
  };
  for (let before = Number.POSITIVE_INFINITY; left > 0 && sizeOf(best) < before; ) {
    before = sizeOf(best);
    await dropItems(() => best, tryOut);
    await simplify(() => best, tryOut);
  }
  return best;
}

type TryOut = (smaller: Script) => Promise<boolean>;

/** Drops halves, quarters … and single items, from the end, because later items depend on earlier ones. */
async function dropItems(best: () => Script, tryOut: TryOut): Promise<void> {
  let size = best().items.length;
  do {
    size = Math.ceil(size / 2);
    for (let end = best().items.length; end > 0; end -= size) {
      const { items } = best();
      await tryOut({ ...best(), items: [...items.slice(0, Math.max(0, end - size)), ...items.slice(end)] });
    }
  } while (size > 1);
}

/** Replaces each part by something simpler as long as the script still fails. */
async function simplify(best: () => Script, tryOut: TryOut): Promise<void> {
  if (best().id !== "b") await tryOut({ ...best(), id: "b" });
  if (best().config.text !== "{}") await tryOut({ ...best(), config: documentOf(new Map()) });
  for (const key of keysOf(best())) {
    const plain = ["a", "b", "c", "d"].find((other) => !keysOf(best()).includes(other));
    if (plain !== undefined && (key.length > 1 || key > "d")) await tryOut(renamed(best(), key, plain));
  }
  for (let i = 0; i < best().items.length; i++) {
    while (await simplifyOnce(best(), i, tryOut));
  }
}

/** Returns the state keys that calls use. */
function keysOf({ items }: Script): string[] {
  const keys = items.flatMap((item) =>
    isOfKey(item) && typeof item.args[0] === "string" ? [item.args[0]] : [],
  );
  return [...new Set(keys)];
}

/** Renames a key everywhere. */
function renamed(script: Script, from: string, to: string): Script {
  const items = script.items.map((item): Item => {
    if (isOfKey(item) && item.args[0] === from) return { ...item, args: item.args.with(0, to) };
    return item.do === "given" && item.name === fileOf(from) ? { ...item, name: fileOf(to) } : item;
  });
  return { ...script, items };
}

const isOfKey = (item: Item): item is Extract<Item, { do: "call" }> =>
  item.do === "call" && /^state\.(?:get|set|delete|exists)$/.test(item.op);

async function simplifyOnce(script: Script, i: number, tryOut: TryOut): Promise<boolean> {
  for (const item of simpler(script.items[i]!)) {
    if (await tryOut({ ...script, items: script.items.with(i, item) })) return true;
  }
  return false;
}

function simpler(item: Item): Item[] {
  if (item.do === "given") return simplerDocuments(item.document).map((document) => ({ ...item, document }));
  if (item.do === "ask") {
    const paths = item.path.length > 2 ? [{ ...item, path: "/q" }] : [];
    const queries = item.query.map((_, i) => ({ ...item, query: item.query.toSpliced(i, 1) }));
    return [...paths, ...queries, ...simplerDocuments(item.body).map((body) => ({ ...item, body }))];
  }
  const names = item.as === null ? [] : [{ ...item, as: null }];
  const shorter =
    item.args.length > least(item.op) && optional.test(item.op)
      ? [{ ...item, args: item.args.slice(0, -1) }]
      : [];
  const values = item.args.flatMap((arg, i) =>
    simplerValues(arg).map((value) => ({ ...item, args: item.args.with(i, value) })),
  );
  return [...names, ...shorter, ...values];
}

const least = (op: string): number => (op === "return" || op === "fail" ? 0 : 1);
const optional = /^(?:log\.|state\.get$|request\.|return$|fail$)/;

const simplerDocuments = ({ value }: Document): Document[] =>
  value === undefined ? [] : simplerValues(value).map(documentOf);
const documentOf = (value: Json): Document => ({ text: write(value), value });

/** Returns simpler values. Each is smaller in depth or length, so that shrinking terminates. */
function simplerValues(value: Json): Json[] {
  if (isObject(value)) {
    if (value.has("$var")) return [null, new Num("1")];
    const without = [...value.keys()].map((key) => new Map([...value].filter(([other]) => other !== key)));
    const inner = [...value].flatMap(([key, item]) =>
      simplerValues(item).map((less) => new Map(value).set(key, less)),
    );
    return [...(value.size > 1 ? [new Map<string, Json>()] : []), ...without, ...inner];
  }
  if (Array.isArray(value)) {
    const without = value.map((_, i) => value.toSpliced(i, 1));
    return [
      ...(value.length > 1 ? [[]] : []),
      ...without,
      ...value.flatMap((item, i) => simplerValues(item).map((less) => value.with(i, less))),
    ];
  }
  if (value instanceof Num) return value.raw.length > 1 ? [new Num("1")] : [];
  if (typeof value !== "string" || value.length <= 1) return [];
  const half = Math.ceil(value.length / 2);
  return ["a", value.slice(0, half), value.slice(half)].filter((text) => text.isWellFormed() && text !== "");
}

/** Returns the size of a script for comparison. */
const sizeOf = ({ items }: Script): number =>
  items.reduce((sum, item) => sum + 1 + (item.do === "call" ? write(item.args).length : 0), 0);
