import { sql } from "kysely";
import type { Words } from "../sql/words.ts";

export const words: Words = {
  fieldOf: (json, field) => sql`${json}::json ->> ${field}`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  texts: (json) => sql`json_array_elements_text(${json}::json) as given (value)`,
  contents: (json) =>
    sql`(select value ->> 0 as sha256, (value ->> 1)::bigint as bytes from json_array_elements(${json}::json)) as given`,
  larger: (one, other) => sql`greatest(${one}, ${other})`,
  // The planner chooses by its statistics.
  indexedBy: () => sql``,
};
