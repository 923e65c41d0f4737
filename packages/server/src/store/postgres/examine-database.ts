import { settingsFrom } from "../../settings/read-settings.ts";
import { defaultSettings } from "../../settings/settings.ts";
import { type DatabaseFacts, examine } from "./examine.ts";

export interface Examined extends DatabaseFacts {
  /** Connections that the platform makes at most: those of the setting, and the one that renews its ownership. */
  neededConnections: number;
}

/**
 * Looks at the database that the environment names. Changes nothing in it.
 * @returns undefined if it names none
 * @throws {SettingsError} if a variable of the database is invalid
 * @throws {StoreUnusableError} if the server or the database cannot be reached
 */
export async function examineDatabase({
  PLATFORM_DATABASE_URL,
  PLATFORM_DATABASE_CONNECTIONS,
}: Record<string, string | undefined>): Promise<Examined | undefined> {
  const { databaseUrl, databaseConnections } = {
    ...defaultSettings,
    ...settingsFrom({ PLATFORM_DATABASE_URL, PLATFORM_DATABASE_CONNECTIONS }),
  };
  if (databaseUrl === undefined) return undefined;
  return { ...(await examine(databaseUrl)), neededConnections: databaseConnections + 1 };
}
