import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** Returns the folders of the examples that a build file builds, such as `Cargo.toml`. */
export const examplesWith = (buildFile: string): string[] =>
  readdirSync(join(root, "examples"))
    .map((name) => join("examples", name))
    .filter((path) => existsSync(join(root, path, buildFile)));
