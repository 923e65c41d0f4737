import { join } from "node:path";
import type { Compiler, CompileSpec, Launch, LaunchSpec } from "../../../executor.ts";
import type { Isolation } from "../isolation/isolation.ts";
import { launchPaths } from "../launch-dir.ts";

/** Processor time that a compilation may take, and time on a busy machine. What is compiled by then is of use. */
const cpuSeconds = 120;
const timeOutMs = 600_000;

/**
 * Reads only the source, and imports none of it. The bytecode is never compared with the source (unchecked hash), whose
 * times are not those of the author; the platform keeps the two together.
 */
const program = `import compileall, os, py_compile, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (${cpuSeconds}, ${cpuSeconds}))
sys.pycache_prefix = os.environ["STATE_DIR"]
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir(os.environ["CODE_MOUNT_DIR"], quiet=2, invalidation_mode=mode)
`;
const command = ["{tool}", "-I", "-S", "-W", "ignore", "-c", program];

/** Returns the compiler of a Python interpreter. It runs as a bot of its own, with the isolation and limits of bots. */
export function pythonCompiler(
  form: string,
  isolation: Isolation,
  launch: (spec: LaunchSpec) => Promise<Launch>,
): Compiler {
  return {
    form,
    async compile({ signal, ...spec }) {
      const launched = specOf(spec);
      await ended(await launch(launched), AbortSignal.any([signal, AbortSignal.timeout(timeOutMs)]));
      return join(launched.stateDir, isolation.places(launched, launchPaths(launched.dir)).code);
    },
  };
}

function specOf({ dir, runtime, ...same }: Omit<CompileSpec, "signal">): LaunchSpec {
  return {
    ...same,
    ...{ kind: "run", botId: "compiler", dir: join(dir, "launch"), stateDir: join(dir, "compiled") },
    ...{ config: "{}", model: "scheduled", extraEnv: {} },
    runtime: { ...runtime, bot: command, query: command, env: {} },
  };
}

async function ended(launch: Launch, stop: AbortSignal): Promise<void> {
  const kill = () => void launch.kill();
  stop.addEventListener("abort", kill);
  if (stop.aborted) kill();
  await launch.ended;
  stop.removeEventListener("abort", kill);
}
