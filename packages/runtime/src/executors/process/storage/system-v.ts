import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** Kinds of System V objects, which exist until they are removed, also without a process. */
const kinds = [
  { table: "shm", option: "-m", id: "shmid", bytes: "rss" },
  { table: "msg", option: "-q", id: "msqid", bytes: "cbytes" },
  { table: "sem", option: "-s", id: "semid", bytes: undefined },
] as const;

/** Objects that are removed by one program, because the system limits the length of a command line. */
const removedTogether = 200;

interface SystemVObject {
  /** The option of ipcrm for its kind. */
  option: string;
  id: string;
  /** The memory that it takes. */
  bytes: number;
}

/** Returns the memory that a user holds by System V shared memory and message queues, attached or not. */
export const systemVBytes = (user: number): number =>
  objectsOf(user).reduce((sum, { bytes }) => sum + bytes, 0);

/** Removes all System V objects that a user has created, with the rights of this user. */
export async function removeSystemV(user: number): Promise<void> {
  const args = objectsOf(user).flatMap(({ option, id }) => [option, id]);
  while (args.length > 0) {
    const some = args.splice(0, 2 * removedTogether);
    const removal = spawn("ipcrm", some, { uid: user, gid: user, cwd: "/", stdio: "ignore" });
    await once(removal, "close");
  }
}

function objectsOf(user: number): SystemVObject[] {
  return kinds.flatMap(({ table, option, id, bytes }) => {
    const [names = [], ...rows] = rowsOf(`/proc/sysvipc/${table}`);
    const column = (row: string[], name: string) => row[names.indexOf(name)] ?? "";
    return rows
      .filter((row) => column(row, "cuid") === String(user))
      .map((row) => ({
        option,
        id: column(row, id),
        bytes: bytes === undefined ? 0 : Number(column(row, bytes)),
      }));
  });
}

function rowsOf(path: string): string[][] {
  let text: string;
  try {
    text = readFileSync(path, "latin1");
  } catch {
    // Not every kernel has System V objects.
    return [];
  }
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
}
