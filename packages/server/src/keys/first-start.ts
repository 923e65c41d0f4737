import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Keys, scopes } from "./keys.ts";

/**
 * Creates the first user, `admin`, and an API key in `<dataDir>/admin.key` (mode 0600). A later start creates another
 * key if that user has no valid admin key left: a user who may start the platform may administer it.
 * @returns the path of the key file if a key was created, otherwise `undefined`
 */
export async function firstStart(keys: Keys, dataDir: string): Promise<string | undefined> {
  const operator = await keys.operator();
  if (operator && (await keys.holdsAdminKey(operator.id))) return undefined;
  const admin = operator ?? (await keys.userNamed("admin"));
  const file = join(dataDir, "admin.key");
  const name = operator ? "key created at start-up" : "first key";
  // The file is written first: a key that is only in the store would lock everyone out.
  await keys.create(admin.id, { name, scopes }, (text) => writeKeyFile(file, text));
  return file;
}

async function writeKeyFile(file: string, key: string): Promise<void> {
  await rm(file, { force: true });
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
