import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Places } from "../../../environment.ts";
import type { LaunchSpec } from "../../../executor.ts";

/** By which libraries of Python are told the number of their threads or processes, and Python itself that of processors. */
const countVariables = [
  // OpenMP, and the libraries that follow it: OpenBLAS of numpy and scipy, MKL, Arrow, numexpr.
  "OMP_NUM_THREADS",
  "NUMBA_NUM_THREADS",
  "POLARS_MAX_THREADS",
  "RAYON_NUM_THREADS",
  // joblib, which scikit-learn uses.
  "LOKY_MAX_CPU_COUNT",
  // os.cpu_count(), from Python 3.13 on.
  "PYTHON_CPU_COUNT",
];

/**
 * Returns the variables that libraries of Python need in a sandbox. They start a thread for each processor of the machine, of
 * which a bot may use a part: on a machine with many, these would exceed its limits of processes and memory without being
 * faster. Variables of the operator take precedence.
 */
export function libraryVariables(
  { limits, extraEnv }: LaunchSpec,
  { cache }: Places,
): Record<string, string> {
  const count = Math.min(Math.max(1, Math.ceil(limits.cpus)), availableParallelism());
  const counts = countVariables
    .filter((name) => !Object.hasOwn(extraEnv, name))
    .map((name) => [name, String(count)]);
  return {
    ...Object.fromEntries(counts),
    // Of several places, numba prefers the folder of the source, which root can write to also without isolation.
    NUMBA_CACHE_DIR: join(cache, "numba"),
  };
}
