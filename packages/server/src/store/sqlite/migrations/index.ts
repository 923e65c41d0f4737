import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Tables } from "../../sql/schema.ts";
import * as tables from "./0001-tables.ts";
import * as metricsIngestedAt from "./0002-metrics-ingested-at.ts";
import * as dropped from "./0003-dropped.ts";
import * as endedBy from "./0004-ended-by.ts";
import * as orderOfReading from "./0005-order-of-reading.ts";
import * as launchAddress from "./0006-launch-address.ts";
import * as users from "./0007-users.ts";
import * as errors from "./0008-errors.ts";
import * as errorsCovered from "./0009-errors-covered.ts";
import * as actors from "./0010-actors.ts";
import * as revisionActors from "./0011-revision-actors.ts";
import * as deletedVersions from "./0012-deleted-versions.ts";
import * as startDeadline from "./0013-start-deadline.ts";
import * as metricPlaces from "./0014-metric-places.ts";
import * as noNextTick from "./0015-no-next-tick.ts";
import * as sourcesOfSignIns from "./0016-sources-of-sign-ins.ts";
import * as quotas from "./0017-quotas.ts";
import * as pageKeys from "./0018-page-keys.ts";
import * as effectsOfRequests from "./0019-effects-of-requests.ts";
import * as endingBots from "./0020-ending-bots.ts";
import * as networks from "./0021-networks.ts";
import * as resources from "./0022-resources.ts";
import * as secrets from "./0023-secrets.ts";
import * as writtenBy from "./0024-written-by.ts";
import * as traces from "./0025-traces.ts";
import * as labels from "./0026-labels.ts";
import * as packageFiles from "./0027-package-files.ts";

/** Run in order of their names. A released migration must not be changed. */
const migrations: Record<string, Migration> = {
  "0001-tables": tables,
  "0002-metrics-ingested-at": metricsIngestedAt,
  "0003-dropped": dropped,
  "0004-ended-by": endedBy,
  "0005-order-of-reading": orderOfReading,
  "0006-launch-address": launchAddress,
  "0007-users": users,
  "0008-errors": errors,
  "0009-errors-covered": errorsCovered,
  "0010-actors": actors,
  "0011-revision-actors": revisionActors,
  "0012-deleted-versions": deletedVersions,
  "0013-start-deadline": startDeadline,
  "0014-metric-places": metricPlaces,
  "0015-no-next-tick": noNextTick,
  "0016-sources-of-sign-ins": sourcesOfSignIns,
  "0017-quotas": quotas,
  "0018-page-keys": pageKeys,
  "0019-effects-of-requests": effectsOfRequests,
  "0020-ending-bots": endingBots,
  "0021-networks": networks,
  "0022-resources": resources,
  "0023-secrets": secrets,
  "0024-written-by": writtenBy,
  "0025-traces": traces,
  "0026-labels": labels,
  "0027-package-files": packageFiles,
};

export const migrationNames = Object.keys(migrations);
export const newestMigration = migrationNames.at(-1)!;

export const migratorOf = <Database>(db: Kysely<Database>): Migrator =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Migrates the store to the newest schema, each migration in one transaction, and notes who did. */
export async function migrate(db: Kysely<Tables>, version: string): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
  const noted = await db.selectFrom("written_by").select("version").executeTakeFirst();
  if (noted?.version === version) return;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("written_by").execute();
    await trx.insertInto("written_by").values({ version }).execute();
  });
}
