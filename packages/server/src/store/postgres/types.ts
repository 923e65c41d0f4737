import pg from "pg";
import { textOf } from "./text.ts";

const { builtins } = pg.types;

/** Numbers that JavaScript cannot hold exactly are refused, not rounded. */
function exact(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database returned ${text}, which is above 2^53.`);
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, exact],
  // Sums of bigint, which are whole numbers here.
  [builtins.NUMERIC, exact],
  [builtins.TEXT, textOf],
]);

/** How values of the database become values of JavaScript; by default, int8 and numeric would be texts. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format as "text"),
};
