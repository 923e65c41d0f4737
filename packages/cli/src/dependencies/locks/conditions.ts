import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { runTool } from "../run-tool.ts";
import type { Conditions, Questions } from "./lock.ts";

/** pip's own copy of the library by which it decides on markers and versions. */
const program = `
import json, sys
from pip._vendor.packaging.markers import Marker, default_environment
from pip._vendor.packaging.specifiers import SpecifierSet
with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
environment = {**default_environment(), **asked.get("environment", {}), "extra": ""}
json.dump({
    "markers": [Marker(one).evaluate(environment) for one in asked["markers"]],
    "versions": [SpecifierSet(wanted).contains(version, prereleases=True) for wanted, version in asked["versions"]],
}, sys.stdout)
`;

/**
 * Decides what depends on the interpreter.
 *
 * @param environment values of markers (default: those of the Python that is asked)
 * @param place folder for a temporary file
 */
export async function askPython(
  context: Context,
  python: string,
  questions: Questions & { environment: Record<string, string> | undefined },
  place: string,
): Promise<Conditions> {
  const file = join(place, "questions.json");
  await writeFile(file, JSON.stringify(questions));
  const said = JSON.parse(await runTool(context, { argv: [python, "-I", "-c", program, file] }));
  const markers = new Map(questions.markers.map((marker, index) => [marker, said.markers[index] as boolean]));
  const versions = new Map(
    questions.versions.map((asked, index) => [JSON.stringify(asked), said.versions[index] as boolean]),
  );
  return {
    holds: (marker) => markers.get(marker) === true,
    matches: (specifier, version) => versions.get(JSON.stringify([specifier, version])) === true,
  };
}
