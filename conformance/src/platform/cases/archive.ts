import { Fields } from "../../cases/fields.ts";
import { suggestion } from "../../cases/nearest.ts";
import { type Node, toJson } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import { Num, write } from "../../json/index.ts";
import type { Member, PackageFiles } from "../model.ts";
import type { Surroundings } from "./surroundings.ts";

/** Reads `{of: package, files: {path: text or JSON}, version}`. */
export function readPackageFiles(outer: Fields, node: Node, known: Surroundings): PackageFiles {
  const fields = Fields.of(outer.source, node, "files of a package", ["of", "files", "version"]);
  const of = fields?.text("of") ?? null;
  if (fields && of !== null && !known.packages.has(of))
    fields.problem("of", `there is no package ${of}: ${suggestion(of, known.packages)}`);
  const files = fields ? readFiles(fields, "files") : {};
  return { of, files, version: fields?.text("version") ?? null };
}

/** Reads files by path: text, or any other value as JSON; null removes a file. */
export function readFiles(fields: Fields, key: string): Record<string, string | null> {
  return Object.fromEntries(
    fields.entries(key).map(([path, { value }]) => {
      const json = toJson(value);
      return [path, json === null || typeof json === "string" ? json : write(json)];
    }),
  );
}

const kinds = ["file", "folder", "link", "symlink", "device", "fifo"] as const;

/** Reads the members of an archive as they are written into it. */
export function readMembers(source: Source, nodes: Node[]): Member[] {
  return nodes.flatMap((node) => {
    const fields = Fields.of(source, node, "a member", ["path", "text", "kind", "times"]);
    const path = fields?.requiredText("path");
    if (!fields || path === undefined) return [];
    const times = fields.get("times");
    const count =
      times?.kind === "scalar" && times.value instanceof Num ? Math.trunc(Number(times.value.raw)) : 1;
    return [{ path, text: fields.text("text") ?? "", kind: fields.word("kind", kinds), times: count }];
  });
}
