import { run } from "../../../src/run/command.ts";
import { findPython } from "../../../src/run/toolchains.ts";

/** Returns why the recipes cannot be deployed: the tier, or a Python for which the packages that they pin have no wheels. */
export async function whyNoPackages(): Promise<string | undefined> {
  if (process.env.BOTYARD_THOROUGH !== "1") return "it downloads packages: npm test -- --thorough";
  const python = await findPython();
  if (python === undefined) return "Python is not installed";
  const { output } = await run(python, ["--version"], { quiet: true });
  return /^Python 3\.1[123]\./.test(output) ? undefined : `the packages have no wheels for ${output.trim()}`;
}
