import type { SyntaxFault } from "@botyard/manifest";
import type { Context } from "../../context.ts";
import { findPython, namedPython } from "../../dependencies/find-python.ts";
import { runTool } from "../../dependencies/run-tool.ts";

/** Parses files by the rules of Python 3.11, on which bots run. Runs nothing of them. */
const script = `
import ast, json, os, sys, warnings
warnings.simplefilter("ignore")
faults = []
for file in json.loads(os.environ["BOTYARD_SOURCES"]):
    try:
        with open(file["from"], "rb") as source:
            ast.parse(source.read(), feature_version=(3, 11))
    except SyntaxError as error:
        fault = {"path": file["path"], "message": error.msg}
        if error.lineno: fault["line"] = error.lineno
        if error.lineno and error.offset and error.offset > 0: fault["column"] = error.offset
        faults.append(fault)
    except (ValueError, RecursionError, MemoryError) as error:
        faults.append({"path": file["path"], "message": str(error)})
json.dump(faults, sys.stdout)
`;

/** Returns the first syntax error of each file; none if this machine has no Python 3.11 or newer. */
export async function pythonFaults(
  context: Context,
  files: readonly { path: string; from: string }[],
): Promise<SyntaxFault[]> {
  if (files.length === 0) return [];
  const python = await findPython(context);
  if (python === undefined) {
    context.note(
      `The Python files were not parsed, because Python 3.11 or newer was not found.${await namedPython(context)}`,
    );
    return [];
  }
  const said = await runTool(context, {
    argv: [python, "-I", "-c", script],
    env: { BOTYARD_SOURCES: JSON.stringify(files) },
  });
  return JSON.parse(said) as SyntaxFault[];
}
