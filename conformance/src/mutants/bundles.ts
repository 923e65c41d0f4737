import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Testee } from "../model.ts";
import { inPool } from "../run/pool.ts";
import type { Mutant, Patch } from "./mutant.ts";

type Build = (options: { outfile: string; patch?: Patch[] }) => Promise<void>;

/** The unchanged SDK and the broken ones, each as a testee. */
export interface Bundles {
  sound: Testee;
  /** By the mutant's id, without those that do not build. */
  broken: Map<string, Testee>;
  /** Mutants that do not build, and why. */
  unbuilt: { mutant: string; said: string }[];
  remove(): void;
}

// In seconds. Some mutants hang; an unchanged SDK needs far less.
const limit = 3;

/** Bundles the Node testee with each mutant's patch in a new temporary folder. */
export async function bundle(mutants: Mutant[], node: Testee, stop: AbortSignal): Promise<Bundles> {
  // A dynamic path, because this package is published without the testee.
  const { buildNodeTestee: build } = (await import(pathToFileURL(join(node.dir, "build.ts")).href)) as {
    buildNodeTestee: Build;
  };
  const dir = mkdtempSync(join(tmpdir(), "botyard-mutants-"));
  const testeeOf = (name: string): Testee => {
    // The last word of the start command is the path of the bundle.
    const start = [...node.start.slice(0, -1), join(dir, `${name}.cjs`)];
    const fails = node.fails && { ...node.fails, file: start.at(-1)! };
    return { ...node, name, limit, start, ...(fails ? { fails } : {}), knownFailures: [] };
  };
  const sound = testeeOf("sound.sdk");
  const broken = new Map<string, Testee>();
  const unbuilt: Bundles["unbuilt"] = [];
  await build({ outfile: sound.start.at(-1)! });
  const buildOne = async ({ id, patch }: Mutant): Promise<void> => {
    const testee = testeeOf(id);
    try {
      await build({ outfile: testee.start.at(-1)!, patch });
      broken.set(id, testee);
    } catch (error) {
      unbuilt.push({ mutant: id, said: `${id} does not build: ${(error as Error).message}` });
    }
  };
  await inPool(mutants, 4, buildOne, stop);
  return { sound, broken, unbuilt, remove: () => rmSync(dir, { recursive: true }) };
}
