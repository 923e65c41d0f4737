import { join } from "node:path";
import { root } from "../root.ts";
import { run } from "../run/command.ts";
import type { PublishedPackage } from "./packages.ts";

/** Runs a pnpm command in each of the packages, with the clone's pnpm. */
export async function inEach(packages: readonly PublishedPackage[], ...args: string[]): Promise<void> {
  const filters = packages.map(({ name }) => `--filter=${name}`);
  const { code, output } = await run(
    process.execPath,
    [join(root, "packages", "repo", "bootstrap.mjs"), "pnpm", "-r", ...filters, ...args],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`pnpm ${args.join(" ")} exited with code ${code}:\n${output.trimEnd()}`);
}
