import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Keys, scopes } from "./keys.ts";

/**
 * Makes the first user, `admin`, and its key, written to `<dataDir>/admin.key` for its owner's eyes only. A later start
 * makes another one when none with all rights is left: whoever may start the platform may run it.
 * The path of that file when a key was made, else `undefined`.
 */
export async function firstStart(keys: Keys, dataDir: string): Promise<string | undefined> {
  const operator = await keys.operator();
  if (operator && (await keys.holdsAdminKey(operator.id))) return undefined;
  const admin = operator ?? (await keys.userNamed("admin"));
  const file = join(dataDir, "admin.key");
  const name = operator ? "key made at a start" : "first key";
  // The file first: a key that is in the store and nowhere else would lock everyone out.
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
