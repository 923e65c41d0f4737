/** An interpreter of the platform, which loads the compiled modules of a package. */
export type Interpreter = {
  /** Id of the runtime. */
  runtime: string;
  implementation: "cpython" | "pypy" | "node";
  /** Its version, such as `3.11.7`. */
  version: string;
  /** Name of its binary interface: Python's ABI tag (`cp311`), or the number of Node's modules (`137`). */
  abi: string;
  /** The platform did not say that it has it. */
  isAssumed?: true;
};

/** What bots run on; compiled files of a package must fit it. Architecture and system have Node's names. */
export type Target = {
  os: "linux";
  architecture: string;
  libc: "glibc" | "musl";
  /** Version of the C library, such as `2.36`. */
  libc_version: string;
  /** Interpreters that were found, by runtime. */
  interpreters: Interpreter[];
};

/** Returns the interpreter of a runtime; `undefined` if it is not known. */
export function interpreterOf(target: Target | undefined, runtime: string): Interpreter | undefined {
  return target?.interpreters.find((one) => one.runtime === runtime);
}

/** Returns `CPython 3.11` or `Node.js 24`. */
export function describeInterpreter({ implementation, version, abi }: Interpreter): string {
  const [major, minor] = version.split(".");
  if (implementation === "node") return `Node.js ${major}`;
  const freeThreaded = /^cp\d+t/.test(abi) ? ", free-threaded" : "";
  return `${implementation === "pypy" ? "PyPy" : "CPython"} ${major}.${minor}${freeThreaded}`;
}

/** Returns `Linux on x64 with glibc 2.36`. */
export function describeMachine({ architecture, libc, libc_version }: Target): string {
  return `Linux on ${architecture} with ${libc} ${libc_version}`;
}
