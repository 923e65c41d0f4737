import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** The programs of this machine that keep bots apart; absent where they are not installed. */
export interface Programs {
  bwrap?: string;
  setpriv?: string;
}

/** @throws when a folder cannot be searched; a program in it may be installed all the same. */
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
