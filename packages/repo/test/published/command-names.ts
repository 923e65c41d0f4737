import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Consumer } from "./consumer.ts";
import { serveArchives } from "./registry.ts";

/** The command, installed from a registry as its README says. */
export function describeCommandNames(consumer: () => Consumer): void {
  test("npm installs the command under both names, and npx runs it by the name of its package", {
    timeout: 300_000,
  }, async () => {
    const { dir, run, packages } = consumer();
    const version = packages.find(({ name }) => name === "@botyard/cli")!.version;
    const registry = await serveArchives(consumer());
    const prefix = join(dir, "global");
    // npm finds what is installed in a folder above.
    const elsewhere = mkdtempSync(join(tmpdir(), "botyard-elsewhere-"));
    // npx keeps what it has installed in the cache; of the user's cache, only the archives are used.
    const cache = join(dir, "npm-cache");
    mkdirSync(cache);
    symlinkSync(join(registry.env.npm_config_cache!, "_cacache"), join(cache, "_cacache"));
    // Only what npm installs is on PATH, not the archives that this consumer has.
    const env = {
      ...registry.env,
      npm_config_prefix: prefix,
      npm_config_cache: cache,
      PATH: [join(prefix, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    };
    const options = { cwd: elsewhere, env };
    try {
      const install = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
      // Before, because npx runs what is installed globally.
      const byNpx = await run("npx", ["--yes", "--prefer-offline", "@botyard/cli", "bot", "list"], options);
      expect(byNpx.stderr).toContain("next: npx @botyard/cli auth login");
      const installed = await run("npm", ["install", "--global", ...install, "@botyard/cli"], options);
      expect(installed, installed.stderr).toMatchObject({ code: 0 });
      for (const name of ["botyard", "platform"]) {
        expect(await run(name, ["--version"], options)).toMatchObject({ code: 0, stdout: `${version}\n` });
        // jq is a file of its own, which the command finds where npm has put it.
        const filtered = await run(name, ["version", "--jq", ".version"], options);
        expect(filtered).toMatchObject({ code: 0, stdout: `${version}\n` });
        const help = await run(name, ["--help"], options);
        expect(help.stdout).toMatch(new RegExp(`^${name}: deploy`));
        expect(help.stdout).toContain(`${name} serve`);
        const refused = await run(name, ["bot", "list"], options);
        expect(refused.stderr).toContain(`next: ${name} auth login`);
      }
    } finally {
      await registry.close();
      rmSync(elsewhere, { recursive: true });
    }
  });
}
