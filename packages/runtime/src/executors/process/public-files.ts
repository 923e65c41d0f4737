import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstat, opendir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { folderBytes } from "../../folder-bytes.ts";

/** Folders of the machine in which every user may create files. */
const folders = ["/tmp", "/var/tmp", "/dev/shm"];
const mostEntries = 20_000;
const tmpfs = 0x01021994;

/** Measures what a user keeps in the folders that are open to all users: in memory if the folder is a tmpfs. */
export async function publicBytes(user: number): Promise<{ disk: number; memory: number }> {
  const bytes = { disk: 0, memory: 0 };
  for (const folder of folders) {
    const owned = await entriesOf(user, folder);
    if (owned.length === 0) continue;
    const place = (await statfs(folder)).type === tmpfs ? "memory" : "disk";
    for (const { path, blocks } of owned) {
      const below = await folderBytes(path, mostEntries);
      bytes[place] += blocks * 512 + (typeof below === "number" ? below : 0);
    }
  }
  return bytes;
}

/** Removes the files of users from the folders that are open to all users, once no launch runs as this user. */
export class PublicFiles {
  #launches = new Map<number, number>();
  #removing = new Map<number, Promise<void>>();

  /** Resolves once the files of earlier launches of this user are removed. */
  async removed(user: number | undefined): Promise<void> {
    if (user !== undefined) await this.#removing.get(user);
  }

  /** Records a launch. Its files are removed after its end, unless another launch of the user is running. */
  keep(user: number, ended: Promise<unknown>): void {
    this.#launches.set(user, (this.#launches.get(user) ?? 0) + 1);
    void ended.then(() => {
      const left = (this.#launches.get(user) ?? 1) - 1;
      this.#launches.set(user, left);
      if (left > 0) return;
      this.#launches.delete(user);
      const removing = removePublic(user)
        .catch(() => {})
        .then(() => {
          if (this.#removing.get(user) === removing) this.#removing.delete(user);
        });
      this.#removing.set(user, removing);
    });
  }
}

/** Removes them with the rights of the user, because other users can replace folders by links meanwhile. */
async function removePublic(user: number): Promise<void> {
  const paths: string[] = [];
  for (const folder of folders) paths.push(...(await entriesOf(user, folder)).map(({ path }) => path));
  if (paths.length === 0) return;
  const removal = spawn("rm", ["-rf", "--", ...paths], { uid: user, gid: user, cwd: "/", stdio: "ignore" });
  await once(removal, "close");
}

async function entriesOf(user: number, folder: string): Promise<{ path: string; blocks: number }[]> {
  const owned: { path: string; blocks: number }[] = [];
  let entries = 0;
  for await (const { name } of await opendir(folder).catch(() => [])) {
    if (++entries > mostEntries) break;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.uid === user) owned.push({ path, blocks: stats.blocks });
  }
  return owned;
}
