import type { Kysely } from "kysely";

/** Adds the trace that a run belongs to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["traceparent", "tracestate"])
    await db.schema.alterTable("runs").addColumn(name, "text").execute();
}
