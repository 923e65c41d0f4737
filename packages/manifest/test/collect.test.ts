import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkPackageDir, collectFiles, findSecretFiles, formatProblem } from "../src/index.ts";
import { botFolder, freshFolder, writeFiles } from "./bot-folder.ts";

const paths = async (dir: string) => (await collectFiles(dir)).entries.map((entry) => entry.path);

describe("the files of a package", () => {
  it("exclude version control, dependencies, the SDK's archive, caches and files of a local run", async () => {
    const dir = await botFolder({
      ".git/HEAD": "ref",
      ".gitignore": "dist/",
      "sdk/botyard-0.1.0-py3-none-any.whl": "",
      "sdk/botyard-sdk-0.1.0.tgz": "",
      "sdk/mine.py": "",
      "node_modules/a/index.js": "",
      ".venv/bin/python": "",
      "lib/__pycache__/a.pyc": "",
      "target/debug/x": "",
      ".state/last.json": "1",
      "result.json": "{}",
      ".DS_Store": "",
      "lib/rules.py": "",
      "lib/result.json": "{}",
      "vendor/own/a.py": "",
    });
    expect(await paths(dir)).toEqual([
      "bot-config.yaml",
      "bot-schema.json",
      "lib/result.json",
      "lib/rules.py",
      "main.py",
      "sdk/mine.py",
      "vendor/own/a.py",
    ]);
  });

  it("exclude what one bot is configured with, and folders that tools mark as their own, whatever their names", async () => {
    const made = {
      "instance.json": "{}",
      "config.json": "{}",
      "lib/config.json": "{}",
      "cmake-build-debug/CMakeCache.txt": "",
      "cmake-build-debug/lib/x.o": "",
      "out/CACHEDIR.TAG": "",
      "out/x": "",
      "env/pyvenv.cfg": "",
      "env/bin/python": "",
      "build/index.js": "",
    };
    const rest = ["lib/config.json", "main.py"];
    const dir = await botFolder(made);
    expect(await paths(dir)).toEqual(["bot-config.yaml", "bot-schema.json", "build/index.js", ...rest]);
    const other = await botFolder({ ...made, ".platformignore": "!/config.json\n!out/\n" });
    expect(await paths(other)).toEqual([
      "bot-config.yaml",
      "bot-schema.json",
      "build/index.js",
      "config.json",
      ...rest,
      "out/CACHEDIR.TAG",
      "out/x",
    ]);
    const built = await botFolder(
      { ...made, "cmake-build-debug/bot.py": "" },
      { bot: "cmake-build-debug/bot.py" },
    );
    const { entries } = await checkPackageDir(built);
    expect(entries.map(({ path }) => path).filter((path) => path.startsWith("cmake"))).toEqual([
      "cmake-build-debug/bot.py",
    ]);
  });

  it("are selected by .platformignore, which can override a built-in rule", async () => {
    const dir = await botFolder({
      ".platformignore": "# data\n*.csv\n/notes/\n!keep.csv\n!coverage/\n",
      "a.csv": "",
      "keep.csv": "",
      "notes/x.md": "",
      "lib/notes/y.md": "",
      "coverage/z": "",
    });
    expect(await paths(dir)).toEqual([
      "bot-config.yaml",
      "bot-schema.json",
      "coverage/z",
      "keep.csv",
      "lib/notes/y.md",
      "main.py",
    ]);
  });

  it("include those that bot-config.yaml names, even from an ignored folder", async () => {
    const dir = await botFolder(
      { "target/release/bot.py": "x", "target/release/deps/big": "x" },
      { bot: "target/release/bot.py" },
    );
    const { entries, problems } = await checkPackageDir(dir);
    expect(problems).toEqual([]);
    expect(entries.map((entry) => entry.path)).toEqual([
      "bot-config.yaml",
      "bot-schema.json",
      "main.py",
      "target/release/bot.py",
    ]);
  });

  it("include links within the folder; links that point outside are rejected", async () => {
    const dir = await botFolder({ "lib/a.py": "inside" });
    const outside = await freshFolder();
    await writeFiles(outside, { "x.py": "" });
    await symlink("lib/a.py", join(dir, "alias.py"));
    await symlink(join(outside, "x.py"), join(dir, "out.py"));
    await symlink("nowhere", join(dir, "broken.py"));
    await symlink("lib", join(dir, "folder"));
    const { entries, problems } = await collectFiles(dir);
    expect(entries.map((entry) => entry.path)).toContain("alias.py");
    expect(problems.map((problem) => `${problem.code} ${problem.file}`).sort()).toEqual([
      "pack.link_outside broken.py",
      "pack.link_outside out.py",
      "pack.not_a_file folder",
    ]);
  });

  it("keep the executable flag", async () => {
    const dir = await botFolder({ "run.sh": "#!/bin/sh\n" });
    await chmod(join(dir, "run.sh"), 0o700);
    const { entries } = await collectFiles(dir);
    expect(entries.filter((entry) => entry.executable).map((entry) => entry.path)).toEqual(["run.sh"]);
  });

  it("of a vendored folder are all included, under its name", async () => {
    const dir = await freshFolder();
    await writeFiles(dir, {
      "a/target/x.js": "",
      "a/node_modules/b/index.js": "",
      ".bin/a": "",
      "p/__pycache__/x.pyc": "",
    });
    const { entries } = await collectFiles(dir, { vendoredAs: "node_modules" });
    expect(entries.map((entry) => entry.path)).toEqual([
      "node_modules/a/node_modules/b/index.js",
      "node_modules/a/target/x.js",
    ]);
  });
});

describe("secret-looking files", () => {
  const certificate = "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n";

  it.each([
    ".env",
    ".env.production",
    "prod.env",
    "server.pem",
    "deploy/server.key",
    "id_rsa",
    "id_ed25519",
    "credentials",
    "credentials.json",
    "Secrets.yaml",
    "service-account-prod.json",
    ".pypirc",
    ".netrc",
    "store.p12",
    "store.jks",
    "app.keystore",
    ".git-credentials",
  ])("%s is rejected", async (path) => {
    const [problem] = await findSecretFiles([{ path, content: Buffer.from("x") }]);
    expect(problem).toMatchObject({ code: "pack.secret_file", file: path, severity: "error" });
  });

  it.each([
    [".env.example", "KEY="],
    ["environment.py", ""],
    ["credentials.py", ""],
    ["secrets.ts", ""],
    ["keys.py", ""],
    ["id_rsa.pub", ""],
    ["cacert.pem", certificate],
    [".npmrc", "save-exact=true\n"],
    [".npmrc", `//registry.example/:_authToken=\${NPM_TOKEN}\n`],
    [
      "requirements.txt",
      `--index-url https://\${USER}:\${TOKEN}@index.example:8080/simple\naverages @ https://index.example/a@1\n`,
    ],
    ["uv.lock", 'source = { git = "ssh://git@host.example:22/lib" }\n'],
    ["keyboard.md", ""],
  ])("%s is accepted", async (path, text) => {
    expect(await findSecretFiles([{ path, content: Buffer.from(text) }])).toEqual([]);
  });

  it("are detected by their content where the name is not enough", async () => {
    const npmrc = { path: ".npmrc", content: Buffer.from("//registry.example/:_authToken=abc\n") };
    const key = { path: "ca.pem", content: Buffer.from(`${certificate}-----BEGIN PRIVATE KEY-----\n`) };
    const lists = ["requirements-dev.txt", "pyproject.toml", "poetry.lock", "package-lock.json"].map(
      (path) => ({
        path,
        content: Buffer.from("from https://trader:pa55@index.example/simple\n"),
      }),
    );
    const token = {
      path: "requirements.txt",
      content: Buffer.from(`a @ git+https://${"x".repeat(36)}@host/a`),
    };
    expect(await findSecretFiles([npmrc, key, ...lists, token])).toHaveLength(7);
  });

  it("are errors, or warnings when they are allowed", async () => {
    const dir = await botFolder({ ".env": "KEY=1" });
    const { problems } = await checkPackageDir(dir);
    expect(problems.map(formatProblem)).toEqual([
      '.env error ".env" looks like environment variables. Remove it or add it to .platformignore; pass secrets to the bot in its instance\'s config.',
    ]);
    const allowed = await checkPackageDir(dir, { allowSecrets: true });
    expect(allowed.problems.map((problem) => problem.severity)).toEqual(["warning"]);
  });
});
