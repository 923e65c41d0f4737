import { homedir } from "node:os";
import { join } from "node:path";

/** The root folder of the clone. */
export const root = join(import.meta.dirname, "..", "..", "..");

/** The folder for tools, caches and the data of `npm start`; ignored by git. */
export const hidden = join(root, ".botyard");

/** The folder of what all clones of this user share. */
export const userCache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "botyard");

/** Returns the path of a command that is installed in the workspace. */
export const bin = (name: string): string => join(root, "node_modules", ".bin", name);
