import { readFile } from "node:fs/promises";
import { JsonSyntaxError, readExactJson } from "@botyard/core";
import { parse, YAMLParseError } from "yaml";
import type { Scenario } from "../public/scenario.ts";
import { ScenarioError } from "./check.ts";

/**
 * Reads a scenario from a JSON or YAML file.
 *
 * @throws {ScenarioError} if the file cannot be read or parsed
 */
export async function readScenario(path: string): Promise<Scenario> {
  let text: string;
  try {
    text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    throw new ScenarioError([`${path} cannot be read: ${(error as Error).message}.`]);
  }
  try {
    // Numbers in JSON keep their digits.
    const value = path.endsWith(".json") ? readExactJson(text) : parse(text);
    return (value ?? {}) as Scenario;
  } catch (error) {
    const kind = error instanceof JsonSyntaxError ? "JSON" : "YAML";
    const second = error instanceof YAMLParseError && error.code === "MULTIPLE_DOCS" && error.linePos?.[0];
    if (second)
      throw new ScenarioError([`${path}:${second.line}: A second document begins here; remove it.`]);
    throw new ScenarioError([`${path} is not valid ${kind}: ${(error as Error).message}`]);
  }
}
