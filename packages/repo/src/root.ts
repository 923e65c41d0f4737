import { join } from "node:path";

/** The clone's own folder. */
export const root = join(import.meta.dirname, "..", "..", "..");

/** The clone's ignored folder: tools, caches, the demo's data. */
export const hidden = join(root, ".botyard");

/** A command that the workspace installed. */
export const bin = (name: string): string => join(root, "node_modules", ".bin", name);
