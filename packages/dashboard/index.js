import { fileURLToPath } from "node:url";
import { paths } from "./paths.js";

/** What the platform needs to serve the dashboard: the folder with its files, and the addresses of its pages. */
export const dashboard = { folder: fileURLToPath(new URL("./dist/", import.meta.url)), paths };
