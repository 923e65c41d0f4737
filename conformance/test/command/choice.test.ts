import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cases, quiet, Workplace } from "./workplace.ts";

const here = new Workplace({ ...quiet, ...cases });
const listed = async (request: Parameters<typeof here.command>[0]) => {
  const { exit, said } = await here.command({ list: true, ...request });
  return [exit, ...said.split("\n").flatMap((line) => /^(\S+) \[/.exec(line)?.[1] ?? [])];
};

describe("cases of another folder", () => {
  test("are listed with clauses, titles, the number of owed verdicts and those not owed", async () => {
    expect((await here.command({ list: true })).said).toBe(
      [
        "log.silence [LOG-1] A bot that says nothing logs nothing",
        "metric.silence [MET-1] A bot that does nothing leaves nothing behind",
        "metric.one/a [MET-1] A metric is a line",
        "metric.one/b [MET-1] A metric is a line",
        "",
        "4 cases of 3 templates, 4 verdicts owed:",
        "  quiet 4",
        "  not owed: log.threads by quiet, lacks threads",
      ].join("\n"),
    );
  });

  test("are chosen by --area, by --case, and by both", async () => {
    expect(await listed({ area: ["log"] })).toEqual([0, "log.silence"]);
    expect(await listed({ case: ["metric.one"] })).toEqual([0, "metric.one/a", "metric.one/b"]);
    expect(await listed({ case: ["metric.one/b", "log.silence"] })).toEqual([
      0,
      "log.silence",
      "metric.one/b",
    ]);
    expect(await listed({ area: ["metric", "log"], case: ["log.silence"] })).toEqual([0, "log.silence"]);
  });

  test.each([
    ["an area that there is not", { area: ["metrics"] }, "botyard-conformance: there is no area metrics"],
    [
      "a case that there is not",
      { case: ["metric.two"] },
      "botyard-conformance: there is no case metric.two",
    ],
    [
      "a case that is in none of the chosen areas",
      { area: ["metric"], case: ["log.silence"] },
      "botyard-conformance: no case of --case log.silence is in --area metric; leave out one of the options",
    ],
    [
      "a case to explain that there is not",
      { explain: "log.silent" },
      "botyard-conformance: there is no case log.silent",
    ],
    [
      "a folder that there is not",
      { cases: "/nowhere" },
      "/nowhere: cannot be read as a folder of cases (ENOENT)",
    ],
    ["a testee that there is not", { testee: ["perl"] }, "perl: there is no testee of this name: "],
    [
      "a testee's file that there is not",
      { testee: ["/nowhere/testee.yaml"] },
      "/nowhere/testee.yaml: no such file; ",
    ],
  ])("%s is refused with a sentence", async (_, request, sentence) => {
    const { exit, said } = await here.command(request);
    expect([exit, said.startsWith(sentence)], said).toEqual(["refused", true]);
  });

  test("that are invalid are refused with file and line before anything is started", async () => {
    here.put("wrong/metric/a.yaml", "- id: metric.a\n  titel: x\n");
    const { exit, said } = await here.command({ cases: here.path("wrong"), json: here.path("none.json") });
    expect([exit, said]).toEqual([
      "refused",
      expect.stringContaining("wrong/metric/a.yaml:2:3: a case has no key titel"),
    ]);
    expect(existsSync(here.path("none.json"))).toBe(false);
  });

  test("that do not exist are refused in known failures with file and line", async () => {
    here.put(
      "listing/testee.yaml",
      'name: listing\nlanguage: Shell\nstart: ["true"]\nknown_failures: known.yaml\n',
    );
    here.put("listing/known.yaml", '\n- { case: metric.two, fails: x, reason: z, since: "2026-11-20" }\n');
    const { exit, said } = await here.command({ testee: [here.path("listing")] });
    expect([exit, said]).toEqual([
      "refused",
      expect.stringMatching(/listing\/known\.yaml:2:\d+: there is no case metric\.two/),
    ]);
  });
});

describe("two testees", () => {
  test("of the same folder are one", async () => {
    const { said } = await here.command({
      list: true,
      testee: [here.path("quiet"), here.path("quiet/testee.yaml")],
    });
    expect(said).toContain("4 verdicts owed:\n  quiet 4\n");
  });

  test("of the same name in two folders are refused", async () => {
    here.put("other/testee.yaml", quiet["quiet/testee.yaml"]);
    const { exit, said } = await here.command({
      list: true,
      testee: [here.path("quiet"), here.path("other")],
    });
    expect([exit, said]).toEqual(["refused", expect.stringMatching(/two testees are named quiet/)]);
  });
});

test("a run without an owed verdict is reported and is not a success", async () => {
  expect(await here.command({ case: ["log.threads"] })).toEqual({
    ...{ exit: 1, said: "No verdict is owed: every testee lacks a capability that the chosen cases need." },
  });
});

test("--explain prints a script for the shell, with the testee's start and the case's own files", async () => {
  const { exit, said } = await here.command({ explain: "metric.one" });
  expect(exit).toBe(0);
  expect(said).toContain("# metric.one/a, written in cases/metric/small.yaml:");
  expect(said).toContain('{"v":1,"ops":[{"id":"1","op":"metric","args":["a",{}]}]}');
  expect(said).toContain(`sh ${here.path("quiet/run.sh")} < /dev/null; echo "exit code $?"`);
  expect(said).not.toContain("expect");
  expect(readFileSync(here.path("quiet/run.sh"), "utf8")).toBe(quiet["quiet/run.sh"]);
});

test("--explain ends a background process by the signal of the case", async () => {
  here.put(
    "background/signals/a.yaml",
    `- id: signals.a
  title: A bot is told to go
  clauses: [Q-29]
  steps:
    - run: { signal: { send: INT, when: "a file" }, env: { RESULT_PATH: "a result" }, ops: [{ touch: ["a file"] }] }
`,
  );
  const { said } = await here.command({ cases: here.path("background"), explain: "signals.a" });
  const end = '\nwait $bot; echo "exit code $?"\n';
  expect(said).toContain(`until [ -e 'a file' ]; do sleep 0.1; done; kill -s INT $bot${end}`);
  expect(said).toContain("rm -f 'a result'; ");
});

test("--explain gives a stream that nobody reads a pipe, which fills", { timeout: 60_000 }, async () => {
  here.put(
    "unread/log/fill.yaml",
    `- id: log.fill
  title: A bot prints more than a pipe holds
  clauses: [RES-18]
  steps:
    - run: { streams: { stdout: unread, stderr: unread }, ops: [{ touch: [a] }] }
`,
  );
  here.put(
    "full/testee.yaml",
    `name: full\nlanguage: sh\nstart: [bash, "\${testee}/fill.sh"]\nlacks: { threads: there are none }\n`,
  );
  here.put(
    "full/fill.sh",
    "for n in 1 2; do timeout 1 head -c 70000 /dev/zero >&$n; echo $? >> codes; done\n",
  );
  const { said } = await here.command({
    ...{ testee: [here.path("full")], cases: here.path("unread"), explain: "log.fill" },
  });
  execFileSync("bash", ["-c", said]);
  expect(readFileSync("/tmp/log.fill/code/codes", "utf8")).toBe("124\n124\n");
  rmSync("/tmp/log.fill", { recursive: true });
  rmSync("/tmp/log.fill.kept", { recursive: true });
});

test("--explain of a served case makes its requests and stops the server", { timeout: 60_000 }, async () => {
  here.put(
    "served/server/b.yaml",
    `- id: server.b
  title: A bot is asked in every way
  clauses: [Q-29]
  steps:
    - serve:
        requests:
          - { get: "/a|b/../c?x=%41", expect: { body: null } }
          - { post: /p, json: { it: "it's \\\\ é" }, expect: { body: null } }
          - { post: /p, chunks: ["a", "b"], later: one }
          - { answer_of: one, expect: { body: null } }
          - { method: HEAD, target: /h, expect: { body: null } }
          - connect: raw
          - { raw: raw, send: ["GET /r HTTP/1.1\\r\\nHost: h\\r\\n", "Connection: close\\r\\n\\r\\n"], expect: { answers: [{ body: null }] } }
          - close: raw
          - touch: made
          - wait_for: made
          - wait_for_line: asked for /h
`,
  );
  here.put(
    "echo/testee.yaml",
    `name: echo\nlanguage: JavaScript\nstart: [node, "\${testee}/echo.mjs"]\nlacks: { threads: there are none }\n`,
  );
  here.put(
    "echo/echo.mjs",
    `import { createServer } from "node:http";
    const server = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      const { method, url, headers } = request;
      console.error(\`asked for \${url}\`);
      response.end(\`\${method} \${url} \${headers["transfer-encoding"] ?? headers["content-type"]} \${Buffer.concat(parts)}\\n\`);
    });
    server.listen(process.env.QUERY_PORT, process.env.QUERY_HOST);
    process.on("SIGTERM", () => process.exit(3));
    `,
  );
  const { said } = await here.command({
    ...{ testee: [here.path("echo")], cases: here.path("served"), explain: "server.b" },
  });
  const shown = execFileSync("bash", ["-c", said], { encoding: "utf8" });
  rmSync("/tmp/server.b", { recursive: true });
  rmSync("/tmp/server.b.kept", { recursive: true });
  expect(shown).toContain("# Request 1 GET /a|b/../c?x=%41\n");
  for (const answer of [
    "\nGET /a|b/../c?x=%41 undefined \n",
    '\nPOST /p application/json {"it":"it\'s \\\\ é"}\n',
    "\nPOST /p chunked ab\n",
    "\nGET /r undefined \n",
  ])
    expect(shown).toContain(answer);
  expect(shown.match(/^HTTP\/1.1 200 OK/gm)).toHaveLength(5);
  expect(shown).toContain("exit code 3\n");
});
