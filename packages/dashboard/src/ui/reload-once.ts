const key = "botyard.reloaded";
/** This build of the dashboard: the name of the file has its hash. */
const build = import.meta.url;

/**
 * Loads the page again, because files of this build are missing: the platform was updated. Returns `false` if this tab has
 * done so for this build before, which then cannot help, or cannot remember it.
 */
export function reloadOnce(): boolean {
  try {
    const builds = JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
    if (builds.includes(build)) return false;
    sessionStorage.setItem(key, JSON.stringify([...builds, build]));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
