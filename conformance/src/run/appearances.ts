import { existsSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const last = ".conformance-end";

/** Notes every name that appears in some folders, however briefly; folders that are not there are not watched. */
export class Appearances {
  readonly #watched: ReturnType<typeof watchFolder>[];

  constructor(folders: string[]) {
    this.#watched = folders.filter((folder) => existsSync(folder)).map(watchFolder);
  }

  /** What appeared until now; relative to `root`. */
  async end(root: string): Promise<{ folder: string; name: string }[]> {
    for (const { folder, identity, atEnd, watcher } of this.#watched) {
      // Of a folder that was removed and made anew nothing is told.
      if (identityOf(folder) === identity) {
        // The system tells of changes in order: once it told of this one, it told of all before.
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
  // A folder that went away has told everything.
  watcher.on("error", () => toldOfEnd());
  return { folder, identity: identityOf(folder), watcher, names, atEnd };
}

/** Tells a folder from one that was made anew in its place, even where the system uses its number again. */
function identityOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.birthtimeMs}`;
}
