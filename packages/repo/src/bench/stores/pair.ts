import { TestPlatform } from "../../drive/platform.ts";
import { PostgresServer, postgresVersion } from "../../drive/postgres.ts";
import type { Skipped } from "../numbers.ts";
import { unlimited } from "../scene.ts";

const database = "botyard";

/** Two platforms as users run them: one with SQLite in its data folder, one with a PostgreSQL server on this machine. */
export interface Pair {
  readonly sqlite: TestPlatform;
  readonly postgres: TestPlatform;
}

/**
 * Measures with a pair of platforms, which begin without data. The server has its default settings, so that it writes each
 * commit to the disk before it answers. The platform with SQLite does so for what users are told about, and not for output.
 *
 * @param name of what cannot be measured where PostgreSQL is missing
 */
export async function withPair<Result>(
  name: string,
  measure: (pair: Pair) => Promise<Result[]>,
): Promise<(Result | Skipped)[]> {
  if (postgresVersion() === undefined) return [{ name, skipped: "PostgreSQL is not installed" }];
  const server = await PostgresServer.start({ settings: [] });
  const [sqlite, postgres] = [new TestPlatform(), new TestPlatform()];
  try {
    await server.query("postgres", `create database ${database}`);
    await sqlite.start([], unlimited);
    await postgres.start([], { ...unlimited, PLATFORM_DATABASE_URL: server.url(database) });
    return await measure({ sqlite, postgres });
  } finally {
    await Promise.all([sqlite.close(), postgres.close()]);
    await server.close();
  }
}
