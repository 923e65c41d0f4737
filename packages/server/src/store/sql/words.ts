import type { RawBuilder } from "kysely";

type Text = RawBuilder<unknown>;

/** What SQLite and PostgreSQL spell differently. */
export interface Words {
  /** The text of a field of an object in JSON; null if it has none. */
  fieldOf(json: Text, field: string): RawBuilder<string | null>;
  /** Whether a text contains another one. */
  contains(text: Text, part: string): RawBuilder<boolean>;
  /** A table `given` with the texts of a JSON array in its column `value`. */
  texts(json: string): Text;
  /** A table `given` with the pairs of a JSON array in its columns `sha256` and `bytes`. */
  contents(json: string): Text;
  larger(one: Text, other: Text): RawBuilder<number>;
  /** Names the index that a query should use, where the engine lets one say so. */
  indexedBy(name: string): Text;
}
