import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { BadInput } from "../../bad-input.ts";
import { Fields } from "../../cases/fields.ts";
import { displayPath } from "../../cases/load.ts";
import { suggestion } from "../../cases/nearest.ts";
import { readTextFile } from "../../cases/text-file.ts";
import { readYaml } from "../../cases/yaml/read.ts";
import { packageFolder } from "../../spec/package-folder.ts";
import { readKnownFailures } from "../../testee/known-failures.ts";
import { platformFolder } from "../cases/load.ts";
import type { PlatformTestee } from "../model.ts";
import { platformCapabilities } from "../vocabulary.ts";
import { nullPlatform, nullPlatformNames } from "./null-platform.ts";
import { startPlatform } from "./start.ts";

const keys = ["name", "start", "admin_key_file", "cli", "env", "lacks", "known_failures"];

/**
 * Loads a platform that is described in a file: how it is started, and what it lacks. `null-…` are platforms that the suite
 * brings along and that must not pass any case.
 *
 * @param asked a name of `platform/testees`, a null platform, or a path
 * @param cases ids that known failures may name
 * @throws {BadInput} if there is no such file, or it is invalid
 */
export function loadPlatformTestee(asked: string, cases: ReadonlySet<string>): PlatformTestee {
  if (nullPlatformNames.includes(asked)) return nullPlatform(asked);
  const own = join(platformFolder(), "testees", `${asked}.yaml`);
  const file = existsSync(own) ? own : resolve(asked);
  if (!existsSync(file) && !/[/\\]|\.ya?ml$/.test(asked)) {
    const message =
      "there is no platform of this name; name the file that describes it by its path, or use platform --base-url";
    throw new BadInput([{ file: asked, message }]);
  }
  const got = readTextFile(file);
  if ("problem" in got) throw new BadInput([{ file: displayPath(file), message: got.problem }]);
  const source = readYaml(got.text, displayPath(file));
  const fields = source.root && Fields.of(source, source.root, "a platform", keys);
  if (!fields) throw new BadInput(source.problems);
  const name = fields.requiredText("name") ?? "";
  fields.required("start");
  fields.required("admin_key_file");
  const start = {
    command: fields.texts("start").map(({ text }) => text),
    adminKeyFile: fields.text("admin_key_file") ?? "",
    cli: fields.texts("cli").map(({ text }) => text),
    env: textsOf(fields, "env"),
    repository: resolve(packageFolder(), ".."),
  };
  const lacks = textsOf(fields, "lacks");
  for (const capability of Object.keys(lacks))
    if (!platformCapabilities.has(capability))
      fields.problem("lacks", `no capability ${capability}: ${suggestion(capability, platformCapabilities)}`);
  if (start.cli.length === 0) lacks.cli ??= "the testee has no command line";
  const listed = fields.get("known_failures");
  const knownFailures = listed ? readKnownFailures({ ...source, root: listed }, cases) : [];
  if (source.problems.length > 0) throw new BadInput(source.problems);
  return { name, lacks, knownFailures, open: () => startPlatform({ ...start, lacks }) };
}

function textsOf(fields: Fields, key: string): Record<string, string> {
  return Object.fromEntries(
    fields.entries(key).flatMap(([name, { value }]) => {
      if (value.kind === "scalar" && typeof value.value === "string") return [[name, value.value]];
      fields.problem(key, `${name} must be a string`);
      return [];
    }),
  );
}
