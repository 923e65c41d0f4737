import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, type Format } from "esbuild";
import { expect, test } from "vitest";
import { linesOf, RealBot } from "./real-bot.ts";

const program = `import { query, state } from "@botyard/sdk";

query.handler("/runs", () => state.get("runs", 0));
query.handler("/bad", () => {
  throw new Error("bad");
});
query.run();
`;

test.each<[string, Format, string]>([
  ["CommonJS", "cjs", "bundle.cjs"],
  ["ES modules", "esm", "bundle.mjs"],
])(
  "a query program that is bundled for %s answers, and its failures name lines of the source",
  async (_, format, name) => {
    const bot = new RealBot(program);
    const outfile = join(bot.directory, name);
    await build({
      entryPoints: [join(bot.directory, "bot.mjs")],
      outfile,
      ...{ bundle: true, platform: "node", format, sourcemap: "inline", logLevel: "error" },
      // The usual build for CommonJS says that the URL of a module is empty there, which is the matter of this test.
      logOverride: { "empty-import-meta": "silent" },
    });
    const ask = (path: string) => {
      const env = { PATH: process.env.PATH, CODE_MOUNT_DIR: bot.directory, QUERY_PATH: path };
      const { stderr } = spawnSync(process.execPath, ["--enable-source-maps", outfile], {
        env,
        encoding: "utf8",
      });
      return { stderr, answer: bot.result() };
    };
    expect(ask("/runs")).toEqual({ stderr: "", answer: { status: "ok", data: 0 } });
    const { stderr, answer } = ask("/bad");
    expect(answer).toMatchObject({ code: "query.handler_failed", error: "bad" });
    expect(linesOf(stderr)).toMatchObject([
      { message: "bad", data: { type: "Error", file: join(bot.directory, "bot.mjs"), line: 5 } },
    ]);
  },
);
