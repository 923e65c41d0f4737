import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fields } from "../cases/fields.ts";
import type { Node } from "../cases/yaml/node.ts";
import type { Patch } from "./mutant.ts";

const sources = /^(?:sdks\/node|packages\/core)\/src\/[\w/-]+\.ts$/;

/** The changes of a mutant, each of which has to fit what the ones before it left. */
export function readPatch(mutant: Fields, root: string): Patch[] {
  mutant.required("patch");
  const nodes = mutant.list("patch");
  if (mutant.has("patch") && nodes.length === 0) mutant.problem("patch", "a mutant changes something");
  const texts = new Map<string, string>();
  return nodes.flatMap((node) => readChange(mutant, node, root, texts) ?? []);
}

function readChange(
  { source }: Fields,
  node: Node,
  root: string,
  texts: Map<string, string>,
): Patch | undefined {
  const fields = Fields.of(source, node, "a patch", ["file", "find", "replace"]);
  const file = fields?.requiredText("file");
  const find = fields?.requiredText("find");
  const replace = fields?.requiredText("replace");
  if (!fields || file === undefined || find === undefined || replace === undefined) return undefined;
  const text = texts.get(file) ?? sourceOf(root, file);
  if (text === undefined) {
    fields.problem("file", `${file} is no source of the Node SDK: sdks/node/src/… or packages/core/src/…`);
    return undefined;
  }
  const times = text.split(find).length - 1;
  if (find === "") fields.problem("find", "find is empty; write the text that is to be replaced");
  else if (times !== 1)
    fields.problem("find", `the text stands in ${file} ${times} times, not once; write more of it`);
  else if (find === replace) fields.problem("replace", "the patch changes nothing");
  texts.set(
    file,
    text.replace(find, () => replace),
  );
  return { file, find, replace };
}

function sourceOf(root: string, file: string): string | undefined {
  if (!sources.test(file)) return undefined;
  try {
    return readFileSync(join(root, file), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
