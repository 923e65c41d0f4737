import { existsSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const last = ".conformance-end";

/** Records every name that appears in some folders, even briefly; folders that do not exist are not watched. */
export class Appearances {
  readonly #watched: ReturnType<typeof watchFolder>[];

  constructor(folders: string[]) {
    this.#watched = folders.filter((folder) => existsSync(folder)).map(watchFolder);
  }

  /** Stops watching and returns the names that appeared, with their folders relative to `root`. */
  async end(root: string): Promise<{ folder: string; name: string }[]> {
    for (const { folder, identity, atEnd, watcher } of this.#watched) {
      // A folder that was removed and created again reports no events.
      if (identityOf(folder) === identity) {
        // Events arrive in order: after this one, all earlier ones have arrived.
        watcher.ref();
        writeFileSync(join(folder, last), "");
        await atEnd;
        rmSync(join(folder, last));
      }
      watcher.close();
    }
    return this.#watched.flatMap(({ folder, names }) =>
      [...names].sort().map((name) => ({ folder: relative(root, folder), name })),
    );
  }
}

function watchFolder(folder: string) {
  const names = new Set<string>();
  let toldOfEnd = () => {};
  const atEnd = new Promise<void>((resolve) => {
    toldOfEnd = resolve;
  });
  const watcher = watch(folder, (_, name) => {
    if (name === last) toldOfEnd();
    else if (name !== null) names.add(name);
  });
  // A removed folder reports no further events.
  watcher.on("error", () => toldOfEnd());
  return { folder, identity: identityOf(folder), watcher, names, atEnd };
}

/** Identifies a folder, even if a new one at the same path reuses its inode number. */
function identityOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.birthtimeMs}`;
}
