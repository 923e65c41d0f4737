import { Fields, textOf } from "../../cases/fields.ts";
import { suggestion } from "../../cases/nearest.ts";
import { type Node, toJson } from "../../cases/yaml/node.ts";
import type { Source } from "../../cases/yaml/read.ts";
import type { JsonObject } from "../../json/index.ts";
import type { Given, GivenBot } from "../model.ts";
import { sharedUsers } from "../vocabulary.ts";

/** Reads what exists before the first step of a case. */
export function readGiven(source: Source, node: Node | undefined, packages: ReadonlySet<string>): Given {
  const fields = node && Fields.of(source, node, "given", ["settings", "users", "packages", "bots"]);
  if (!fields) return { settings: {}, users: [], packages: [], bots: [] };
  const settings = fields.entries("settings").flatMap(([name, { value }]) => {
    const text = textOf(source, value, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const users = fields.texts("users").map(({ text, at }) => {
    if (sharedUsers.includes(text)) source.problem(at, `${text} exists in every case`);
    if (!/^[a-z]+$/.test(text)) source.problem(at, `${text} is not a name of lower-case letters`);
    return text;
  });
  const checkPackage = (name: string, at: number): void => {
    if (!packages.has(name)) source.problem(at, `there is no package ${name}: ${suggestion(name, packages)}`);
  };
  const uploaded = fields.list("packages").flatMap((item) => {
    const one = Fields.of(source, item, "a given package", ["name", "owner"]);
    const name = one?.requiredText("name");
    if (!one || name === undefined) return [];
    checkPackage(name, one.placeOf("name"));
    return [{ name, owner: one.text("owner") ?? "alice" }];
  });
  const bots = fields.entries("bots").flatMap(([name, { value }]): GivenBot[] => {
    const one = Fields.of(source, value, "a given bot", ["package", "owner", "instance", "status"]);
    const of = one?.requiredText("package");
    if (!one || of === undefined) return [];
    checkPackage(of, one.placeOf("package"));
    const instance = one.get("instance");
    if (instance && instance.kind !== "map") source.problem(instance, "instance must be an object");
    return [
      {
        name,
        owner: one.text("owner") ?? "alice",
        package: of,
        instance: instance?.kind === "map" ? (toJson(instance) as JsonObject) : new Map(),
        status: one.has("status") ? statusOf(one) : "default",
      },
    ];
  });
  return { settings: Object.fromEntries(settings), users, packages: uploaded, bots };
}

/** A status to wait for; `none`: the case goes on at once. */
function statusOf(fields: Fields): string | null {
  const status = fields.text("status");
  return status === undefined || status === "none" ? null : status;
}
