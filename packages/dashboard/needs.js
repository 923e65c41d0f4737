import { readFileSync } from "node:fs";
import { recent, wholeMinute } from "./recent.js";

/** @typedef {{ path: string, operation: string, input: Record<string, string | number> }} FirstRequest */

/**
 * Returns the function that names what a page needs besides its own scripts. Without it, the browser would learn of each
 * file and of the first data only when the script before has run.
 *
 * @param {URL} folder of the build
 * @returns {(address: string) => { files: string[], requests: FirstRequest[] }}
 */
export function needsIn(folder) {
  /** @type {Record<string, string[]> | undefined} */
  let scripts;
  return (address) => {
    const [path = "", query] = address.split("?");
    const requests = [request("auth/status", "getAuthStatus")];
    const [, bot_id, tab = "metrics"] = /^\/bots\/([\w-]+)(?:\/([a-z]+))?$/.exec(path) ?? [];
    scripts ??= JSON.parse(readFileSync(new URL("scripts.json", folder), "utf8"));
    if (bot_id === undefined)
      return { files: path === "/" ? (scripts?.["bots/bots-page"] ?? []) : [], requests };
    requests.push(request(`bots/${bot_id}`, "getBot", { bot_id }));
    // Another time range is in the query.
    if (tab === "metrics" && !query)
      requests.push(request(`bots/${bot_id}/metrics`, "listMetrics", { bot_id }, firstMetrics()));
    return { files: scripts?.[`${tab}/${tab}-tab`] ?? [], requests };
  };
}

/**
 * @param {string} path
 * @param {string} operation
 * @param {Record<string, string | number>} inPath
 * @param {Record<string, string | number>} inQuery
 * @returns {FirstRequest}
 */
function request(path, operation, inPath = {}, inQuery = {}) {
  const query = Object.entries(inQuery).map(([name, value]) => [name, String(value)]);
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  return { path: `/api/v1/${path}${search}`, operation, input: { ...inPath, ...inQuery } };
}

/** What the metrics of a bot ask for first. */
function firstMetrics() {
  const from = wholeMinute(Date.now() / 1000) - recent.seconds;
  return { from: new Date(from * 1000).toISOString(), max_points: recent.points };
}
