import type { PlaceOfIds } from "../../cases/case-list.ts";

/** What cases may refer to. */
export interface Surroundings {
  /** Sections of documents, `rest#queries`; undefined: any. */
  sections: ReadonlySet<string> | undefined;
  packages: ReadonlySet<string>;
  /** Codes of the table of errors. */
  codes: ReadonlySet<string>;
  ids: PlaceOfIds;
}
