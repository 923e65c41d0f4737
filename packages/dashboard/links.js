import { readFileSync } from "node:fs";

/**
 * Returns the function that names what a page needs besides its own scripts, as the value of the header `Link`. Without
 * it, the browser learns of each file and of the first data only when the script before has run.
 *
 * @param {URL} folder of the build
 * @returns {(path: string) => string | undefined}
 */
export function linksIn(folder) {
  /** @type {Record<string, string[]> | undefined} */
  let scripts;
  return (path) => {
    const [, bot, tab = "metrics"] = /^\/bots\/([\w-]+)(?:\/([a-z]+))?$/.exec(path) ?? [];
    if (bot === undefined && path !== "/") return undefined;
    scripts ??= JSON.parse(readFileSync(new URL("scripts.json", folder), "utf8"));
    const features = bot === undefined ? ["bots/bots-page"] : ["bot/bot-page", `${tab}/${tab}-tab`];
    const data = ["auth/status"];
    if (bot !== undefined) data.push(`bots/${bot}`);
    if (bot !== undefined && tab === "metrics") data.push(`bots/${bot}/metrics/latest`);
    return [
      ...new Set(features.flatMap((feature) => scripts?.[feature] ?? [])).values().map(moduleLink),
      ...data.map(dataLink),
    ].join(", ");
  };
}

/** @param {string} file */
const moduleLink = (file) => `</${file}>; rel=modulepreload; crossorigin`;

/** @param {string} path */
const dataLink = (path) => `</api/v1/${path}>; rel=preload; as=fetch; crossorigin`;
