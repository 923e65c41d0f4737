import { join } from "node:path";
import { publishedPackages } from "./build/packages.ts";
import { bin, root } from "./root.ts";
import { run } from "./run/command.ts";
import { setPins } from "./version/pins.ts";

// Sets the next version in every package with `changeset version`, then at every place outside npm.

/** Runs a command; exits if it fails. */
async function must(command: string, args: string[]): Promise<void> {
  if ((await run(command, args)).code === 0) return;
  console.error(
    `npm run version: ${args.at(-1)} failed; its output is above. git diff shows what has been changed.`,
  );
  process.exit(1);
}

await must(bin("changeset"), ["version"]);
const { version } = publishedPackages()[0]!;
for (const file of setPins(root, version)) console.log(`Set the version in ${file} to ${version}`);
// An example of the workspace pins the Node SDK, so the lock file names the version too.
await must(process.execPath, [
  ...[join(root, "packages", "repo", "bootstrap.mjs"), "pnpm"],
  ...["install", "--no-frozen-lockfile", "--lockfile-only"],
]);
