import type { Context } from "../context.ts";
import { runTool } from "./run-tool.ts";

/** The names under which Python is looked for. */
export const pythonNames = ({ env }: Pick<Context, "env">): string[] =>
  env.PLATFORM_PYTHON ? [env.PLATFORM_PYTHON] : ["python3.11", "python3", "python"];

/** Returns the name of a Python 3.11 or newer, with these modules; `undefined` if there is none. */
export async function findPython(
  context: Context,
  modules: readonly string[] = [],
): Promise<string | undefined> {
  const ask = `import ${["sys", ...modules].join(", ")}; sys.exit(0 if sys.version_info >= (3, 11) else 1)`;
  for (const name of pythonNames(context)) {
    const isFit = await runTool(context, { argv: [name, "-c", ask] }).then(
      () => true,
      () => false,
    );
    if (isFit) return name;
  }
  return undefined;
}
