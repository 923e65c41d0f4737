import { sql, type Transaction } from "kysely";
import type { Home, HomeRecord } from "../home.ts";
import type { Tables } from "../sql/schema.ts";
import type { Store } from "../sql/store.ts";

export const homeIn = (store: Store): HomeRecord => ({
  async read() {
    const { rows } = await sql<{ id: string; path: string; machine: string | null }>`
      select id, path, machine from data_folder`.execute(store.main);
    const [row] = rows;
    return row && { id: row.id, path: row.path, ...(row.machine !== null && { machine: row.machine }) };
  },
  keep: (home) => store.transaction((trx) => keepHome(trx, home)),
});

/** Notes the data folder, or none, in place of the one that was noted. */
export async function keepHome(trx: Transaction<Tables>, home: Home | undefined): Promise<void> {
  await sql`delete from data_folder`.execute(trx);
  if (!home) return;
  const { id, path, machine = null } = home;
  await sql`insert into data_folder (id, path, machine) values (${id}, ${path}, ${machine})`.execute(trx);
}
