import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cppCodes } from "./codes/cpp.ts";
import { csharpCodes } from "./codes/csharp.ts";
import { pythonCodes } from "./codes/python.ts";
import { scalaCodes } from "./codes/scala.ts";
import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import { haskell } from "./haskell.ts";
import { python } from "./python.ts";
import type { Row } from "./row.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { typescript } from "./typescript.ts";

/**
 * A file of an SDK that is made from the error table: the table itself, or the names of the codes. To add a language,
 * write its `text` in a file of its own and name it in `tables`.
 */
interface Table {
  /** Folder of the SDK; its tables are generated once the folder exists. */
  sdk: string;
  /** Path within the folder. */
  file: string;
  text: (rows: Row[]) => string;
}

const tables: Table[] = [
  { sdk: "packages/core", file: "src/errors/errors.gen.ts", text: typescript },
  { sdk: "sdks/python", file: "src/botyard/_errors_gen.py", text: python },
  { sdk: "sdks/python", file: "src/botyard/_codes_gen.py", text: pythonCodes },
  { sdk: "sdks/rust", file: "core/src/errors/errors.gen.rs", text: rust },
  { sdk: "sdks/cpp", file: "src/errors.gen.hpp", text: cpp },
  { sdk: "sdks/cpp", file: "include/botyard/codes.hpp", text: cppCodes },
  { sdk: "sdks/csharp", file: "src/Botyard/Errors/ErrorTable.g.cs", text: csharp },
  { sdk: "sdks/csharp", file: "src/Botyard/Errors/ErrorCodes.g.cs", text: csharpCodes },
  { sdk: "sdks/haskell", file: "src/Botyard/Errors/Table.hs", text: haskell },
  { sdk: "sdks/scala", file: "src/main/scala/botyard/errors/ErrorTable.scala", text: scala },
  { sdk: "sdks/scala", file: "src/main/scala/botyard/errors/ErrorCode.scala", text: scalaCodes },
];

/** Returns the path of each error table that differs from the contract's messages. */
export function staleTables(root: string): string[] {
  return generated(root).flatMap(({ path, text }) =>
    existsSync(join(root, path)) && readFileSync(join(root, path), "utf8") === text ? [] : [path],
  );
}

/** Writes the error table of each SDK. */
export function writeTables(root: string): void {
  for (const { path, text } of generated(root)) writeFileSync(join(root, path), text);
}

function generated(root: string): { path: string; text: string }[] {
  const messages: Record<string, Omit<Row, "code">> = JSON.parse(
    readFileSync(join(root, "conformance/contract/messages.json"), "utf8"),
  );
  const rows = Object.entries(messages).map(([code, row]) => ({ code, ...row }));
  return tables
    .filter(({ sdk }) => existsSync(join(root, sdk)))
    .map(({ sdk, file, text }) => ({ path: join(sdk, file), text: text(rows) }));
}
