import { type RawBuilder, sql } from "kysely";
import type { Words } from "../sql/words.ts";

export const words: Words = {
  fieldOf: (json, field) => sql`json_extract(${json}, ${`$."${field}"`})`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  texts: (json) => sql`json_each(${json}) as given`,
  contents: (json) =>
    sql`(select value ->> 0 as sha256, value ->> 1 as bytes from json_each(${json})) as given`,
  larger: (one, other) => sql`max(${one}, ${other})`,
  indexedBy: (name) => sql`indexed by ${sql.ref(name)}` as RawBuilder<unknown>,
};
