import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fields } from "../cases/fields.ts";
import type { Node } from "../cases/yaml/node.ts";
import type { Patch } from "./mutant.ts";

const sources = /^(?:sdks\/node|packages\/core)\/src\/[\w/-]+(?:\.gen)?\.ts$/;

/** Reads the changes of a mutant; each applies to the result of the previous ones. */
export function readPatch(mutant: Fields, root: string): Patch[] {
  mutant.required("patch");
  const nodes = mutant.list("patch");
  if (mutant.has("patch") && nodes.length === 0) mutant.problem("patch", "a mutant needs at least one patch");
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
    fields.problem(
      "file",
      `${file} is not a source file of the Node SDK; name one in sdks/node/src or packages/core/src`,
    );
    return undefined;
  }
  const times = text.split(find).length - 1;
  if (find === "") fields.problem("find", "find is empty; write the text to replace");
  else if (times !== 1)
    fields.problem("find", `the text occurs ${times} times in ${file}; it must occur exactly once`);
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
