import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { scopes } from "../users/caller.ts";
import type { Users } from "../users/users.ts";
import type { Keys } from "./keys.ts";

/**
 * Creates the first user, `admin`, and an API key in `<dataDir>/admin.key` (mode 0600). A later start creates another
 * key if no enabled admin has a valid key with the scope `admin` left: a user who may start the platform may administer
 * it. The key is of an enabled admin, because enabling another would make keys valid that were taken from it; only if
 * there is none, the first user is enabled and made an admin.
 *
 * @param another whether to create a key even if an admin has one
 * @returns the user and the path of the key file if a key was created, otherwise `undefined`
 */
export async function firstStart(
  { keys, users }: { keys: Keys; users: Users },
  dataDir: string,
  another = false,
): Promise<{ userId: string; file: string } | undefined> {
  const admins = await users.enabledAdmins();
  for (const id of another ? [] : admins) if (await keys.holdsAdminKey(id)) return undefined;
  const known = await users.first();
  const userId = admins[0] ?? (await firstAdmin());
  const file = join(dataDir, "admin.key");
  const name = known ? "key created at start-up" : "first key";
  // The file is written first: a key that is only in the store would lock everyone out.
  const before = (text: string) => writeKeyFile(file, text);
  await keys.create(userId, { name, scopes }, { before, beyondQuota: true });
  return { userId, file };

  async function firstAdmin(): Promise<string> {
    const admin = known ? await users.enable(known.name, "admin") : await users.add("admin", "admin");
    return admin.id;
  }
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
