import { readFileSync } from "node:fs";

/**
 * Returns the function that names the files which a page needs besides those that it names itself. Without it, the browser
 * would learn of each file only when the script before has run.
 *
 * @param {URL} folder of the build
 * @returns {(address: string) => string[]}
 */
export function filesIn(folder) {
  /** @type {Record<string, string[]> | undefined} */
  let scripts;
  return (address) => {
    const [path = ""] = address.split("?");
    const [, tab] = /^\/bots\/[\w-]+(?:\/([a-z]+))?$/.exec(path) ?? [];
    scripts ??= JSON.parse(readFileSync(new URL("scripts.json", folder), "utf8"));
    return scripts?.[path === "/" ? "bots/bots-page" : `${tab}/${tab}-tab`] ?? [];
  };
}
