import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type PackEntry, packFiles } from "@botyard/manifest";
import { filesBelow } from "./files-below.ts";

/** An SDK in a compiled language whose sources a bot's project builds as they are. */
interface SourceArchive {
  /** The folder in `sdks/`, and part of the archive's name. */
  language: string;
  /** Returns whether a file of the folder, by its path in it, belongs to the archive. */
  keep(path: string): boolean;
  /** The file with the version, and where it is in the file. */
  version: { file: string; pattern: RegExp };
}

/** One row for each language. In a project the files lie in `sdk/botyard`. */
export const sourceArchives: SourceArchive[] = [
  {
    language: "cpp",
    keep: (path) =>
      /^(?:include|src)\/|^(?:CMakeLists\.txt|botyard-config\.cmake\.in|README\.md)$/.test(path),
    version: { file: "CMakeLists.txt", pattern: /^project\(botyard VERSION (\S+)/m },
  },
  {
    language: "csharp",
    keep: (path) => /^src\/Botyard\/(?!bin\/|obj\/|packages\.lock\.json)/.test(path),
    version: { file: "src/Botyard/Botyard.csproj", pattern: /<Version>([^<]+)</ },
  },
  {
    language: "haskell",
    keep: (path) => /^(?:src|wire)\/|^(?:botyard\.cabal|README\.md)$/.test(path),
    version: { file: "botyard.cabal", pattern: /^version:[ \t]*(\S+)/m },
  },
  {
    language: "scala",
    keep: (path) => path.startsWith("src/main/") || path === "pom.xml" || path === "README.md",
    version: { file: "pom.xml", pattern: /^ {2}<version>([^<]+)<\/version>/m },
  },
];

/** Packs the sources of each SDK of the table, without its toolchain: `botyard-<language>-<version>.tgz`. */
export async function packSources(root: string, folder: string): Promise<void> {
  for (const { language, keep, version } of sourceArchives) {
    const sdk = join(root, "sdks", language);
    const entries: PackEntry[] = [
      { path: "package/botyard/LICENSE", content: await readFile(join(root, "LICENSE")) },
    ];
    for (const path of await filesBelow(sdk, (file) => file !== "LICENSE" && keep(file)))
      entries.push({ path: `package/botyard/${path}`, content: await readFile(join(sdk, path)) });
    const found = version.pattern.exec(await readFile(join(sdk, version.file), "utf8"))?.[1];
    if (found === undefined)
      throw new Error(`sdks/${language}/${version.file} does not contain the version.`);
    await packFiles(entries, join(folder, `botyard-${language}-${found}.tgz`));
  }
}
