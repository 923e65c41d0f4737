import { fileURLToPath } from "node:url";
import { filesIn } from "./files.js";
import { paths } from "./paths.js";

const folder = new URL("./dist/", import.meta.url);

/** What the platform needs to serve the dashboard. */
export const dashboard = { folder: fileURLToPath(folder), paths, filesOf: filesIn(folder) };
