import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A place outside the npm packages that contains the common version. */
export interface Pin {
  /** Path of the file from the root. */
  file: string;
  version: string;
}

/** Groups of each pattern: the text before the version, the version, the text after it. */
const places: { file: string; pattern: RegExp }[] = [
  { file: "sdks/python/pyproject.toml", pattern: /^(version = ")([^"]+)(")$/m },
  { file: "packages/server/openapi.json", pattern: /("info": \{[^}]*?"version": ")([^"]+)(")/ },
  { file: "sdks/csharp/src/Botyard/Botyard.csproj", pattern: /(<Version>)([^<]+)(<)/ },
  { file: "sdks/csharp/src/Botyard/README.md", pattern: /(dotnet add package Botyard --version )(\S+)()/ },
  { file: "sdks/cpp/CMakeLists.txt", pattern: /^(project\(botyard VERSION )([^ ]+)( )/m },
  { file: "sdks/scala/pom.xml", pattern: /^( {2}<version>)([^<]+)(<\/version>)$/m },
  { file: "sdks/scala/README.md", pattern: /(<version>)([^<]+)(<\/version>)/ },
  {
    file: "conformance/testees/scala/pom.xml",
    pattern: /(<artifactId>botyard_3<\/artifactId>\s*<version>)([^<]+)(<\/version>)/,
  },
  { file: "sdks/rust/botyard/README.md", pattern: /^(botyard = ")([^"]+)(")$/m },
  { file: "sdks/rust/Cargo.toml", pattern: /^(version = ")([^"]+)(")$/m },
  { file: "sdks/rust/Cargo.toml", pattern: /^(botyard-core = \{ path = "core", version = ")([^"]+)(" \})$/m },
  { file: "sdks/haskell/botyard.cabal", pattern: /^(version: +)(\S+)()$/m },
  { file: "sdks/haskell/README.md", pattern: /^( +build-depends: .*botyard \^>=)([\d.]+)(.*)$/m },
  { file: "sdks/rust/bindings/Cargo.lock", pattern: /(name = "botyard-core"\nversion = ")([^"]+)(")/ },
  ...["sdks/rust", "conformance/testees/rust", "examples/crossover-rust", "packages/repo/bench/rust"].flatMap(
    (folder) =>
      ["botyard", "botyard-core"].map((crate) => ({
        file: `${folder}/Cargo.lock`,
        pattern: new RegExp(`(name = "${crate}"\nversion = ")([^"]+)(")`),
      })),
  ),
];
const placesOfExamples: { file: string; pattern: RegExp }[] = [
  { file: "requirements.txt", pattern: /^(botyard==)(\S+)()$/m },
  { file: "package.json", pattern: /("@botyard\/sdk": ")([^"]+)(")/ },
  { file: "package-lock.json", pattern: /("@botyard\/sdk": ")([^"]+)(")/ },
];

/** Returns every pin below `root`. */
export function findPins(root: string): Pin[] {
  return pinned(root).map(({ file, text, pattern }) => ({ file, version: pattern.exec(text)![2]! }));
}

/**
 * Writes the version at every pin. Returns the changed files.
 *
 * @throws {Error} if the version is not of the form 1.2.3
 */
export function setPins(root: string, version: string): string[] {
  // pip and npm write pre-releases differently.
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`${version} is not a plain version such as 1.2.3, which npm and Python write alike.`);
  }
  const changed = pinned(root).filter(({ text, pattern }) => pattern.exec(text)![2] !== version);
  for (const { file, pattern } of changed) {
    // Read again: a file may have several pins.
    const text = readFileSync(join(root, file), "utf8");
    writeFileSync(join(root, file), text.replace(pattern, `$1${version}$3`));
  }
  return [...new Set(changed.map(({ file }) => file))];
}

function pinned(root: string): { file: string; text: string; pattern: RegExp }[] {
  const examples = readdirSync(join(root, "examples")).flatMap((name) =>
    placesOfExamples.map(({ file, pattern }) => ({ file: `examples/${name}/${file}`, pattern })),
  );
  return [...places, ...examples]
    .filter(({ file }) => existsSync(join(root, file)))
    .map(({ file, pattern }) => ({ file, pattern, text: readFileSync(join(root, file), "utf8") }))
    .filter(({ pattern, text }) => pattern.test(text));
}
