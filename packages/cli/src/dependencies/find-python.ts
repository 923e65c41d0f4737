import type { Context } from "../context.ts";
import { runTool } from "./run-tool.ts";

/** The names under which Python is looked for, that of the wanted version first. */
export function pythonNames({ env }: Pick<Context, "env">, wanted = "3.11"): string[] {
  if (env.PLATFORM_PYTHON) return [env.PLATFORM_PYTHON];
  const [major, minor] = wanted.split(".");
  return [`python${major}.${minor}`, "python3", "python"];
}

/** Says what `PLATFORM_PYTHON` names, after a space; empty if it is not set. */
export async function namedPython(context: Context): Promise<string> {
  const name = context.env.PLATFORM_PYTHON;
  if (!name) return "";
  const argv = [name, "-c", "import platform; print(platform.python_version())"];
  const version = await runTool(context, { argv }).catch(() => undefined);
  const what = version === undefined ? "cannot be started" : `is Python ${version.trim()}`;
  return ` PLATFORM_PYTHON names ${name}, which ${what}.`;
}

/** Returns the name of a Python 3.11 or newer, with these modules; `undefined` if there is none. */
export async function findPython(
  context: Context,
  modules: readonly string[] = [],
  wanted?: string,
): Promise<string | undefined> {
  const ask = `import ${["sys", ...modules].join(", ")}; sys.exit(0 if sys.version_info >= (3, 11) else 1)`;
  for (const name of pythonNames(context, wanted)) {
    const isFit = await runTool(context, { argv: [name, "-c", ask] }).then(
      () => true,
      () => false,
    );
    if (isFit) return name;
  }
  return undefined;
}
