import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf } from "../../src/check/imports.ts";
import { root } from "../../src/root.ts";
import { tarFiles, topLevel, zipFiles } from "./archives.ts";
import { type Consumer, fileName } from "./consumer.ts";

/** Expected top-level entries of each archive. */
export const contents: Record<string, string[]> = {
  "@botyard/border": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/cli": [
    ...[
      "LICENSE",
      "README.md",
      "bin",
      "dist",
      "observability",
      "package.json",
      "proxies",
      "sdks",
      "templates",
    ],
  ],
  "@botyard/client": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/conformance": [
    "LICENSE",
    "README.md",
    "cases",
    "contract",
    "dist",
    "package.json",
    "platform",
    "schema",
  ],
  "@botyard/core": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/dashboard": [
    ...["LICENSE", "README.md", "dist", "files.js", "index.d.ts", "index.js", "package.json"],
    ...["paths.d.ts", "paths.js"],
  ],
  "@botyard/manifest": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/mock-server": [
    ...["LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "bin", "dist", "package.json"],
  ],
  "@botyard/runtime": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/sdk": ["LICENSE", "README.md", "dist", "package.json"],
  "@botyard/server": ["LICENSE", "README.md", "dist", "package.json"],
};

/** Kinds of files in `dist`, where they are not code and its declarations. */
const kinds: Record<string, RegExp> = {
  "@botyard/dashboard": /^dist\/(scripts\.json|third-party-notices\.txt)$|\.(js|css|html|svg)(\.gz|\.br)?$/,
};

/** Entries of packages whose entry is not built. */
export const entries: Record<string, { types: string; default: string }> = {
  "@botyard/dashboard": { types: "./index.d.ts", default: "./index.js" },
};

/** Declares the tests of the contents of all archives. */
export function describeArchives(consumerNow: () => Consumer): void {
  const archive = (name: string, version: string) =>
    readFileSync(join(consumerNow().archives, `${fileName(name)}-${version}.tgz`));
  const pythonArchive = (ending: ".whl" | ".tar.gz") => {
    const names = readdirSync(consumerNow().archives);
    return readFileSync(join(consumerNow().archives, names.find((name) => name.endsWith(ending))!));
  };

  describe("the archives", () => {
    test("contain the expected files and nothing else", () => {
      expect(
        consumerNow()
          .packages.map(({ name }) => name)
          .sort(),
      ).toEqual(Object.keys(contents));
      for (const { name, version } of consumerNow().packages) {
        const files = tarFiles(archive(name, version));
        expect(topLevel(files.keys()), name).toEqual(contents[name]);
        for (const [path, bytes] of files) {
          if (path.startsWith("dist/")) expect(path, name).toMatch(kinds[name] ?? /\.(js|d\.ts)$/);
          // Templates are projects with sources.
          if (!path.startsWith("templates/"))
            expect(path, name).not.toMatch(/(^|\/)(test|tests|node_modules|src)\//);
          expect(bytes.includes(root), `${name}/${path} names a folder of this machine`).toBe(false);
        }
        const manifest = JSON.parse(files.get("package.json")!.toString());
        expect(manifest, name).toMatchObject({
          ...{ name, version, license: "Apache-2.0", type: "module", description: expect.any(String) },
          exports: { ".": entries[name] ?? { types: "./dist/index.d.ts", default: "./dist/index.js" } },
        });
        expect(files.get("LICENSE")!.equals(readFileSync(join(root, "LICENSE"))), name).toBe(true);
        for (const [other, range] of Object.entries(manifest.dependencies ?? {}))
          expect(range, `${name} needs ${other}`).toMatch(other.startsWith("@botyard/") ? version : /^\d/);
      }
    });

    test("come with the licence of each package whose code they contain", () => {
      // Other archives contain none: esbuild names the file of each piece of code in a comment.
      const notices: Record<string, string> = {
        "@botyard/dashboard": "dist/third-party-notices.txt",
        "@botyard/mock-server": "THIRD-PARTY-NOTICES.txt",
      };
      for (const { name, version } of consumerNow().packages) {
        const files = tarFiles(archive(name, version));
        if (notices[name] === undefined) {
          for (const [path, bytes] of files)
            if (/^dist\/.*\.js$/.test(path))
              expect(bytes.toString(), `${name}/${path}`).not.toMatch(/^\/\/ .*node_modules\//m);
          continue;
        }
        const text = files.get(notices[name])!.toString();
        const heading = /^(?:## )?@?[\w./-]+ (?:- )?\d[\w.-]* \([\w. -]+\)$/m;
        const [, ...texts] = text.split(heading);
        expect(texts.length, name).toBeGreaterThan(5);
        for (const one of texts) expect(one.trim().length, text.slice(0, 200)).toBeGreaterThan(500);
      }
    });

    test("declare every package that their code and their declarations import", () => {
      for (const { name, version } of consumerNow().packages) {
        const files = tarFiles(archive(name, version));
        const { dependencies = {}, peerDependencies = {} } = JSON.parse(
          files.get("package.json")!.toString(),
        );
        for (const [path, bytes] of files) {
          if (!/^dist\/.*\.(js|d\.ts)$/.test(path)) continue;
          const others = importsOf(bytes.toString()).filter((from) => !/^(\.|node:)/.test(from));
          for (const other of others) {
            const asked = other.split("/", other.startsWith("@") ? 2 : 1).join("/");
            expect(
              Object.keys({ ...dependencies, ...peerDependencies }),
              `${name}/${path} imports ${other}`,
            ).toContain(asked);
          }
        }
      }
    });

    test("of the command contain every template and the SDKs of its version", () => {
      const { name, version } = consumerNow().packages.find((one) => one.name === "@botyard/cli")!;
      const files = tarFiles(archive(name, version));
      const templates = [...files.keys()].filter((path) => path.startsWith("templates/"));
      const inTheTree = readdirSync(join(root, "packages", "cli", "templates"), {
        recursive: true,
        withFileTypes: true,
      })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "packages", "cli").length + 1));
      expect(templates.sort()).toEqual(inTheTree.sort());
      expect([...files.keys()].filter((path) => path.startsWith("sdks/")).sort()).toEqual([
        `sdks/botyard-${version}-py3-none-any.whl`,
        ...["cpp", "csharp", "haskell", "rust", "scala"].map((name) => `sdks/botyard-${name}-${version}.tgz`),
        `sdks/botyard-sdk-${version}.tgz`,
      ]);
      // The files that are published, byte for byte.
      expect(files.get(`sdks/botyard-${version}-py3-none-any.whl`)!.equals(pythonArchive(".whl"))).toBe(true);
      expect(files.get(`sdks/botyard-sdk-${version}.tgz`)!.equals(archive("@botyard/sdk", version))).toBe(
        true,
      );
    });

    test("of the Python SDK contain the package with its type marker, and the source its tests", () => {
      const wheel = zipFiles(pythonArchive(".whl"));
      const { version } = consumerNow().packages[0]!;
      expect(topLevel(wheel.keys())).toEqual(["botyard", `botyard-${version}.dist-info`]);
      expect([...wheel.keys()]).toContain("botyard/py.typed");
      const source = tarFiles(pythonArchive(".tar.gz"));
      expect(topLevel(source.keys())).toEqual([
        ...["LICENSE", "PKG-INFO", "README.md", "pyproject.toml", "requirements-dev.txt", "src", "tests"],
      ]);
    });

    test("of the Python SDK agree: the wheel contains what the source distribution builds", async () => {
      const folder = join(consumerNow().dir, "backend");
      const build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", folder];
      const python = join(consumerNow().pythonTools, "python");
      const built = await consumerNow().run(python, [...build, join(root, "sdks", "python")]);
      expect(built, built.stdout + built.stderr).toMatchObject({ code: 0 });
      const expected = zipFiles(readFileSync(join(folder, readdirSync(folder)[0]!)));
      const carried = zipFiles(pythonArchive(".whl"));
      expect([...carried.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [path, bytes] of expected) {
        const own = carried.get(path)!.toString();
        // Tool and version of the format, and digests of all files.
        if (/\.dist-info\/(WHEEL|RECORD)$/.test(path)) continue;
        if (!path.endsWith("/METADATA")) expect(own, path).toBe(bytes.toString());
        else expect(metadataOf(own)).toEqual(metadataOf(bytes.toString()));
      }
    });
  });
}

/** Returns the fields and the text of a METADATA file, without fields that only newer versions of the format have. */
function metadataOf(file: string): string[] {
  const [fields, ...text] = file.split("\n\n");
  const kept = fields!.split("\n").filter((field) => !/^(Metadata-Version|Import-Name):/.test(field));
  return [...kept.sort(), text.join("\n\n").trim()];
}
