import { sql } from "kysely";
import type { Home, HomeRecord } from "../home.ts";
import type { Store } from "../sql/store.ts";

export const homeIn = (store: Store): HomeRecord => ({
  async read() {
    const { rows } = await sql<{ id: string; path: string; machine: string | null }>`
      select id, path, machine from data_folder`.execute(store.main);
    const [row] = rows;
    return row && { id: row.id, path: row.path, ...(row.machine !== null && { machine: row.machine }) };
  },
  keep: ({ id, path, machine }: Home) =>
    store.transaction(async (trx) => {
      await sql`delete from data_folder`.execute(trx);
      await sql`insert into data_folder (id, path, machine) values (${id}, ${path}, ${machine ?? null})`.execute(
        trx,
      );
    }),
});
