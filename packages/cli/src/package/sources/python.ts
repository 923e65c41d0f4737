import { interpreterOf, type Runtime, type SyntaxFault, type Target } from "@botyard/manifest";
import type { Context } from "../../context.ts";
import { findPython, namedPython } from "../../dependencies/find-python.ts";
import { runTool } from "../../dependencies/run-tool.ts";

/** Parses files by the rules of the Python on which the bot runs, and sees whether they only define. Runs nothing of them. */
const script = `
import ast, json, os, sys, warnings
warnings.simplefilter("ignore")
definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
def defines(node):
    if isinstance(node, definitions):
        return not node.decorator_list
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return not any(isinstance(part, (ast.Call, ast.Await)) for part in ast.walk(node))
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )
def imported(node):
    if isinstance(node, ast.Import):
        return [name.name.split(".")[0] for name in node.names]
    return [] if not isinstance(node, ast.ImportFrom) else ["."] if node.level else [node.module.split(".")[0]]
faults, idle = [], []
parser = sys.version_info[:2]
wanted = tuple(map(int, os.environ["BOTYARD_PYTHON"].split("."))) if os.environ["BOTYARD_PYTHON"] else parser
for file in json.loads(os.environ["BOTYARD_SOURCES"]):
    try:
        with open(file["from"], "rb") as source:
            body = ast.parse(source.read(), feature_version=min(wanted, parser)).body
        beside = {".", *os.listdir(os.path.dirname(file["from"]))}
        # A module of the bot may do its work when it is imported.
        own = any(name in beside or name + ".py" in beside for node in body for name in imported(node))
        if not own and any(isinstance(node, definitions) for node in body) and all(map(defines, body)):
            idle.append(file["path"])
    except SyntaxError as error:
        fault = {"path": file["path"], "message": error.msg}
        if error.lineno: fault["line"] = error.lineno
        if error.lineno and error.offset and error.offset > 0: fault["column"] = error.offset
        faults.append(fault)
    except (ValueError, RecursionError, MemoryError) as error:
        faults.append({"path": file["path"], "message": str(error)})
json.dump({"faults": faults, "idle": idle, **({"older": "%d.%d" % parser} if parser < wanted else {})}, sys.stdout)
`;

/** The first syntax error of each file, and the files that only define functions and classes. */
export type ParsedSources<Fault = SyntaxFault> = { faults: Fault[]; idle: string[] };

/** Returns the version of Python that a bot of the runtime runs on; `undefined` if it may be any. */
function versionFor({ id, tool }: Runtime, target: Target | undefined): string | undefined {
  const known =
    interpreterOf(target, id)?.version ??
    (tool?.prefer === "newest" ? undefined : (tool?.prefer ?? tool?.minimum));
  return known && /^\d+\.\d+/.exec(known)?.[0];
}

/**
 * Parses files. Finds nothing if this machine has no Python 3.11 or newer, and no syntax errors if it has only an older
 * Python than the bot's.
 */
export async function parsePython(
  context: Context,
  files: readonly { path: string; from: string }[],
  runtime: Runtime | undefined,
  target: Target | undefined,
): Promise<ParsedSources> {
  if (files.length === 0) return { faults: [], idle: [] };
  const wanted = runtime && versionFor(runtime, target);
  const python = await findPython(context, [], wanted);
  if (python === undefined) {
    context.note(
      `The Python files were not parsed, because Python 3.11 or newer was not found.${await namedPython(context)}`,
    );
    return { faults: [], idle: [] };
  }
  const said = await runTool(context, {
    argv: [python, "-I", "-c", script],
    env: { BOTYARD_SOURCES: JSON.stringify(files), BOTYARD_PYTHON: wanted ?? "" },
  });
  const { faults, idle, older } = JSON.parse(said) as ParsedSources & { older?: string };
  if (older === undefined || faults.length === 0) return { faults, idle };
  context.note(
    `${faults[0]!.path} was not parsed: it has syntax that Python ${older} does not know, and Python ${wanted}, on which the bot runs, was not found.${await namedPython(context)}`,
  );
  return { faults: [], idle };
}
