/** A runtime: one row of the table, as plain data, so that a deployment's own file can add rows. */
export type Runtime = {
  id: string;
  aliases: string[];
  title: string;
  /** Kind of entrypoint: a script for an interpreter, a native binary, a .NET assembly, or a jar. */
  kind: "interpreted" | "binary" | "assembly" | "jar";
  /** The interpreter that replaces `{tool}`; absent if the entrypoint is started directly. */
  tool?: {
    /** Names to look up on PATH. */
    names: string[];
    /** Arguments that make it print its version. */
    versionArguments: string[];
    /** Minimum version, such as `3.11`. */
    minimum: string;
    /** The first version that is too new, such as `3.13`; absent: none is. */
    below?: string;
    /** The one to use of several suitable ones: of a version, such as `3.11`, or the newest (default: the first on PATH). */
    prefer?: string;
  };
  /** Allowed extensions of an entrypoint; empty: any. */
  entryExtensions: string[];
  /** Extensions of source files of a compiled runtime, which are rejected as entrypoints. */
  sourceExtensions: string[];
  /** Build files, beside or above the entrypoint, that define the binary's name; a leading `*` matches any stem. */
  buildFiles: string[];
  /**
   * Command of the bot, with the placeholders `{tool}`, `{entry}`, `{code}`, `{jar}` and `{main}`, and half of the memory
   * limit as `{heap}` (bytes), `{heaphex}` (bytes, hexadecimal) and `{heapmb}` (MiB): a garbage collector that does not
   * know the limit would let its heap grow past it. `{semimb}` is the size in MiB of each of the three semi-spaces in
   * which V8 keeps new objects, in addition to that half.
   */
  bot: string[];
  /** Command of the query program, with the same placeholders. */
  query: string[];
  /** Environment variables that the runtime needs; values may contain placeholders. */
  env: Record<string, string>;
};

export type Runtimes = Readonly<Record<string, Runtime>>;

type Tool = NonNullable<Runtime["tool"]>;

const python = (
  id: string,
  title: string,
  aliases: string[],
  tool: Omit<Tool, "versionArguments">,
): Runtime => ({
  ...{ id, aliases, title },
  kind: "interpreted",
  tool: { versionArguments: ["--version"], ...tool },
  entryExtensions: [".py"],
  sourceExtensions: [],
  buildFiles: [],
  bot: ["{tool}", "{entry}"],
  query: ["{tool}", "{entry}"],
  env: {
    PYTHONPATH: "{code}/vendor:{code}",
    PYTHONUNBUFFERED: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUTF8: "1",
  },
});

const node = (
  id: string,
  title: string,
  aliases: string[],
  tool: Pick<Tool, "names" | "prefer">,
): Runtime => ({
  ...{ id, aliases, title },
  kind: "interpreted",
  tool: { versionArguments: ["--version"], minimum: "22", ...tool },
  entryExtensions: [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"],
  sourceExtensions: [],
  buildFiles: [],
  // Stack traces show the lines of the source if there is a source map; without one it costs nothing.
  bot: ["{tool}", "--enable-source-maps", "{entry}"],
  query: ["{tool}", "--enable-source-maps", "{entry}"],
  env: {
    NODE_ENV: "production",
    // Not in the command: flags of child processes and NODE_OPTIONS of the operator take precedence.
    NODE_OPTIONS: "--max-old-space-size={heapmb} --max-semi-space-size={semimb}",
  },
});

/** Exactly this minor version: compiled modules depend on it. */
const exactly = (minor: number) => ({
  names: [`python3.${minor}`, "python3"],
  minimum: `3.${minor}`,
  below: `3.${minor + 1}`,
});

const rows: Runtime[] = [
  // Machines without Python 3.11 have always run its bots with a newer one.
  python("python311", "Python 3.11", ["python3.11"], {
    ...{ names: ["python3.11", "python3"], minimum: "3.11", prefer: "3.11" },
  }),
  python("python312", "Python 3.12", ["python3.12"], exactly(12)),
  python("python313", "Python 3.13", ["python3.13"], exactly(13)),
  python("python314", "Python 3.14", ["python3.14"], exactly(14)),
  python("python3", "Python 3", [], {
    names: ["python3", "python3.14", "python3.13", "python3.12", "python3.11"],
    ...{ minimum: "3.11", prefer: "newest" },
  }),
  node("nodejs22", "Node.js 22", [], { names: ["node", "node22", "node-22"], prefer: "22" }),
  node("nodejs24", "Node.js 24", ["nodejs20"], { names: ["node", "node24", "node-24"], prefer: "24" }),
  node("nodejs", "Node.js", [], {
    ...{ names: ["node", "node22", "node-22", "node24", "node-24"], prefer: "newest" },
  }),
  {
    id: "rust-stable",
    aliases: [],
    title: "Rust (stable)",
    kind: "binary",
    entryExtensions: [],
    sourceExtensions: [".rs"],
    buildFiles: ["Cargo.toml"],
    bot: ["{entry}"],
    query: ["{entry}"],
    env: {},
  },
  {
    id: "gcc13",
    aliases: ["cpp-gcc13"],
    title: "C++ (GCC 13)",
    kind: "binary",
    entryExtensions: [],
    sourceExtensions: [".cpp", ".cc", ".cxx", ".c++", ".c", ".hpp", ".hh", ".h", ".cppm"],
    buildFiles: ["CMakeLists.txt"],
    bot: ["{entry}"],
    query: ["{entry}"],
    env: {},
  },
  {
    id: "dotnet10",
    aliases: ["dotnet8"],
    title: ".NET 10",
    kind: "assembly",
    tool: { names: ["dotnet"], versionArguments: ["--version"], minimum: "10" },
    entryExtensions: [".dll"],
    sourceExtensions: [".cs", ".fs", ".vb", ".csproj", ".sln"],
    buildFiles: ["*.csproj"],
    bot: ["{tool}", "{entry}"],
    query: ["{tool}", "{entry}"],
    env: {
      DOTNET_CLI_TELEMETRY_OPTOUT: "1",
      DOTNET_NOLOGO: "1",
      // A build for an older .NET, as of the alias, runs on this one.
      DOTNET_ROLL_FORWARD: "Major",
      DOTNET_EnableDiagnostics: "0",
      DOTNET_GCHeapHardLimit: "0x{heaphex}",
    },
  },
  {
    id: "scala3",
    aliases: [],
    title: "Scala 3",
    kind: "jar",
    tool: { names: ["java"], versionArguments: ["-version"], minimum: "17" },
    entryExtensions: [".jar"],
    sourceExtensions: [".scala", ".sc", ".java", ".class", ".sbt"],
    buildFiles: ["pom.xml"],
    // Fewer threads than the default collector, and a start in two thirds of the time: a query may be a process of its own.
    bot: ["{tool}", "-Xmx{heap}", "-XX:+UseSerialGC", "-jar", "{jar}"],
    query: ["{tool}", "-Xmx{heap}", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", "{jar}", "{main}"],
    env: {},
  },
  {
    id: "ghc96",
    aliases: [],
    title: "Haskell (GHC 9.6)",
    kind: "binary",
    entryExtensions: [],
    sourceExtensions: [".hs", ".lhs"],
    buildFiles: ["*.cabal"],
    bot: ["{entry}"],
    query: ["{entry}"],
    env: {},
  },
];

/** The built-in runtimes by id. */
export const runtimes: Runtimes = Object.freeze(Object.fromEntries(rows.map((row) => [row.id, row])));
