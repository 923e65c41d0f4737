import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Paths of the programs that isolate bots; absent if they are not installed. */
export interface Programs {
  bwrap?: string;
  setpriv?: string;
}

/**
 * Finds the programs in the usual folders and on PATH.
 * @throws {Error} the system error, if a folder cannot be searched, because the program may be in it
 */
export async function findPrograms(): Promise<Programs> {
  const [bwrap, setpriv] = await Promise.all([findProgram("bwrap"), findProgram("setpriv")]);
  return { ...(bwrap && { bwrap }), ...(setpriv && { setpriv }) };
}

const notThere = ["ENOENT", "ENOTDIR", "EACCES"];

async function findProgram(name: string): Promise<string | undefined> {
  const folders = ["/usr/bin", "/bin", "/usr/local/bin", ...(process.env.PATH ?? "").split(delimiter)];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch (error) {
      if (!notThere.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
  return undefined;
}
