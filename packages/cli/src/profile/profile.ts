import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failed } from "../failure.ts";

/** The stored keys by platform address. A key is sent only to its own address. */
export interface Profile {
  /** The default address. */
  current?: string;
  servers: Record<string, SignedIn>;
}

export interface SignedIn {
  key: string;
  user_name: string;
  key_id: string;
}

export const profileFile = (dir: string) => join(dir, "profile.json");

/**
 * Reads the profile; an absent file is an empty profile. Sets the mode to 0600 if other users can access the file.
 *
 * @throws {Failure} exit code 1 if the file cannot be read or is not JSON
 */
export async function readProfile(dir: string): Promise<Profile> {
  const file = profileFile(dir);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { servers: {} };
    throw failed(`Cannot read ${file}: ${(error as Error).message}`);
  }
  if (process.platform !== "win32" && ((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
  try {
    const profile = JSON.parse(text) as Profile;
    return { ...profile, servers: profile.servers ?? {} };
  } catch (cause) {
    throw failed(
      `${file} is not JSON: ${(cause as Error).message}`,
      [],
      `remove it, then: platform auth login`,
    );
  }
}

/** Replaces the profile atomically, with mode 0600. */
export async function writeProfile(dir: string, profile: Profile): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const fresh = `${profileFile(dir)}.${randomBytes(6).toString("hex")}`;
  await writeFile(fresh, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(fresh, profileFile(dir));
}
