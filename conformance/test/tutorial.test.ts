import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const conformance = join(import.meta.dirname, "..");
const page = readFileSync(join(conformance, "../docs/tutorials/bring-your-own-sdk.md"), "utf8");

const home = mkdtempSync(join(tmpdir(), "botyard-tutorial-"));
let cwd = home;

afterAll(() => {
  rmSync(home, { recursive: true });
  // Where the script of --explain works; the page has one.
  for (const [, name] of page.matchAll(/--explain (\S+\/\S+)/g))
    for (const end of ["", ".kept"])
      rmSync(`/tmp/${name!.replace("/", "_")}${end}`, { recursive: true, force: true });
});

interface Block {
  language: string;
  /** `file` or `exit` with its value. */
  options: Record<string, string>;
  text: string;
  /** Line of the page at which it begins. */
  line: number;
}

function blocks(): Block[] {
  return [...page.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1]!,
    options: Object.fromEntries(
      [...match[2]!.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]),
    ),
    text: match[3]!,
    line: page.slice(0, match.index).split("\n").length,
  }));
}

// The page's command is started a dozen times: it need not compile itself, nor look for a Python, each time.
const env = { PYTHON: "python3", NODE_COMPILE_CACHE: join(home, "compiled"), ...process.env };

/** Types a line of the page in a shell whose `npm run --silent conformance --` is the command from its sources. */
function type(line: string): { code: number | null; said: string } {
  const npm = `npm() {
    [ "\${*:1:4}" = "run --silent conformance --" ] || return 127
    "${process.execPath}" "${join(conformance, "src/main.ts")}" "\${@:5}"
  }`;
  const { status, stdout, output } = spawnSync(
    "bash",
    ["-c", `exec 2>&1\n${npm}\n${line}\nstatus=$?\npwd >&3\nexit $status`],
    { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe", "pipe"] },
  );
  cwd = output[3]?.trim() || cwd;
  return { code: status, said: stdout };
}

/** In what the page shows, `…` stands for anything within a line, and for any lines where it is one. */
function patternOf(shown: string): RegExp {
  const parts = shown
    .split(/^…\n/m)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*"));
  return new RegExp(`^${parts.join("(?:.*\\n)*")}$`);
}

const perl = spawnSync("perl", ["-e", "use v5.36; use JSON::PP"]);

test.skipIf(perl.status !== 0)(
  "Who follows the tutorial sees what it shows, and ends with two green areas",
  { timeout: 120_000 },
  () => {
    let said = "";
    for (const { language, options, text, line } of blocks()) {
      if (options.file) {
        mkdirSync(dirname(join(cwd, options.file)), { recursive: true });
        writeFileSync(join(cwd, options.file), text);
      } else if (language === "output") {
        expect(said, `what line ${line} shows`).toMatch(patternOf(text));
      } else {
        said = "";
        const commands = text.trim().split(/(?<!\\)\n/);
        for (const [i, command] of commands.entries()) {
          const typed = type(command);
          said += typed.said;
          const code = i === commands.length - 1 ? Number(options.exit ?? 0) : 0;
          expect(typed.code, `${command}\n${typed.said}`).toBe(code);
        }
      }
    }
    expect(said).toContain("known-fail");
  },
);

test("The tutorial's adapter keeps to the size that adapters have", () => {
  const adapter = blocks().find(({ options }) => options.file === "adapter.pl")!.text;
  expect(adapter.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(150);
});
