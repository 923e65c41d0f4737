import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Creates a virtual environment without packages, so that bots do not find those of the machine, and returns the path of
 * its interpreter. Child processes that run `sys.executable` or `python3` get the same environment.
 *
 * @param dir folder of all environments
 * @param executable absolute path of the machine's interpreter, without links
 */
export function emptyEnvironment(dir: string, executable: string): string {
  const place = join(dir, createHash("sha256").update(executable).digest("hex").slice(0, 12));
  const name = basename(executable);
  if (!existsSync(place)) {
    const fresh = `${place}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(join(fresh, "bin"), { recursive: true });
    // What makes a folder a virtual environment (PEP 405).
    const settings = `home = ${dirname(executable)}\ninclude-system-site-packages = false\n`;
    writeFileSync(join(fresh, "pyvenv.cfg"), settings);
    for (const link of new Set([name, "python3", "python"]))
      symlinkSync(link === name ? executable : name, join(fresh, "bin", link));
    // Bots must be able to read it, whatever the umask.
    for (const path of ["bin", "."]) chmodSync(join(fresh, path), 0o755);
    chmodSync(join(fresh, "pyvenv.cfg"), 0o644);
    renameSync(fresh, place);
  }
  return join(place, "bin", name);
}
