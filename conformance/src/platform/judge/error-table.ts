import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../../spec/package-folder.ts";

export interface PlatformError {
  status: number;
  title: string;
}

let table: Map<string, PlatformError> | undefined;

/** Status and title of each code of docs/reference/errors.md, which a test compares with the file. */
export function errorTable(): Map<string, PlatformError> {
  table ??= new Map(
    Object.entries(
      JSON.parse(readFileSync(join(packageFolder(), "platform", "errors.json"), "utf8")) as Record<
        string,
        PlatformError
      >,
    ),
  );
  return table;
}
