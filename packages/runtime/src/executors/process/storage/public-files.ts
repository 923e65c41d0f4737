import { spawn } from "node:child_process";
import { once } from "node:events";
import { apart } from "../../../folders/apart.ts";
import { publicFolders } from "../../../folders/public.ts";
import { removeSystemV } from "./system-v.ts";

/**
 * Removes the files of users from the folders that are open to all users, and their System V objects, once no launch runs
 * as this user.
 */
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
      const removing = Promise.allSettled([removePublic(user), removeSystemV(user)]).then(() => {
        if (this.#removing.get(user) === removing) this.#removing.delete(user);
      });
      this.#removing.set(user, removing);
    });
  }
}

/** Removes them with the rights of the user, because other users can replace folders by links meanwhile. */
async function removePublic(user: number): Promise<void> {
  if (!(await nextLook()).has(user)) return;
  const own = ["-mindepth", "1", "-maxdepth", "1", "-user", `${user}`, "-exec", "rm", "-rf", "--", "{}", "+"];
  const removal = spawn("find", [...publicFolders, ...own], {
    uid: user,
    gid: user,
    cwd: "/",
    stdio: "ignore",
  });
  await once(removal, "close");
}

let looking: Promise<unknown> = Promise.resolve();
let next: Promise<Set<number>> | undefined;

/** Looks at these folders after this call. Launches that end together share a look, because the folders can be large. */
function nextLook(): Promise<Set<number>> {
  next ??= looking.then(() => {
    next = undefined;
    const look = apart(undefined, "publicUsers");
    looking = look.catch(() => {});
    return look;
  });
  return next;
}
