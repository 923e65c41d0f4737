import { join } from "node:path";
import { scriptOf } from "../cases/index.ts";
import type { Case, GivenFile, Step, Testee } from "../model.ts";
import { failTexts } from "../run/fail-texts.ts";
import { addressOf, environmentOf } from "../run/step.ts";
import { filler, mapTexts } from "../run/substitute.ts";
import { isTracedStep, traceArguments } from "../run/tracer.ts";
import { exchangeScript, quoted, waitForServer } from "./explain-exchange.ts";

/** Returns a script for bash that runs a case as the runner does, with the same files and environment. */
export function explain(one: Case, testee: Testee, peer: Testee): string {
  const dir = `/tmp/${one.id.replace(/[^a-z0-9.-]/g, "_")}`;
  const kept = `${dir}.kept`;
  const placeholders = { nonce: "abcdefghijkl", dir, port: "29476" };
  const steps = one.steps.map((written, i) => {
    const by = written.by === "peer" ? peer : testee;
    const step = mapTexts(written, filler({ ...placeholders, ...failTexts(by) }));
    return stepScript(step, i, by, dir, kept, placeholders);
  });
  const head = [
    `# ${one.title} [${one.clauses.join(", ")}]`,
    `# ${one.id}, written in ${one.file}:${one.line}`,
    `rm -rf ${dir} ${kept}`,
    `mkdir -p ${["code", "out", "home", "tmp"].map((name) => join(dir, name)).join(" ")} ${kept}`,
    `cd ${join(dir, "code")}`,
  ];
  return [...head, ...steps].join("\n");
}

function stepScript(
  step: Step,
  i: number,
  testee: Testee,
  dir: string,
  kept: string,
  placeholders: Record<string, string>,
): string {
  const env = environmentOf(step, testee, { dir, kept }, placeholders);
  const names = Object.entries(env).map(([name, value]) => `  ${name}=${quoted(value)} \\`);
  const isTracing = isTracedStep(step);
  const calls = join(kept, "calls");
  const command = [...(isTracing ? ["strace", ...traceArguments, "-o", calls] : []), ...testee.start];
  const inBackground = step.kind === "serve" || step.signal !== null;
  return [
    "",
    `# Step ${i + 1}: ${kinds[step.kind]}, ${testee.name}`,
    `rm -f ${quoted(env.RESULT_PATH || "result.json")}; : > ${join(kept, "trace")}`,
    ...Object.entries(step.files).map(([path, file]) => given(join(dir, path), file)),
    ...(["stdout", "stderr"] as const)
      .filter((name) => step.streams[name] === "unread")
      .map((name) => `rm -f ${join(kept, name)}; mkfifo ${join(kept, name)}`),
    `cat > ${join(kept, "script.json")} <<'SCRIPT'`,
    scriptOf(step),
    "SCRIPT",
    "env -i \\",
    ...names,
    `  ${command.map(quoted).join(" ")} < /dev/null${redirects(step, kept)}${inBackground ? " &" : '; echo "exit code $?"'}`,
    ...(inBackground
      ? ["bot=$!", ...meeting(step, env, join(kept, "stderr")), 'wait $bot; echo "exit code $?"']
      : []),
    ...(isTracing ? [`grep -F ${dir} ${calls} | grep -Fv " openat("`] : []),
    `cat ${join(kept, "trace")}; find ${dir} -type f -exec tail -v -n +1 {} +`,
  ].join("\n");
}

/** Makes the exchanges with the background process and ends it. */
function meeting(
  { kind, signal, stop, requests }: Step,
  env: Record<string, string>,
  stderr: string,
): string[] {
  if (kind !== "serve")
    return [`until [ -e ${quoted(signal!.when)} ]; do sleep 0.1; done; kill -s ${signal!.send} $bot`];
  const { host, port } = addressOf(env, "29476");
  const address = { host, port: String(port) };
  return [
    waitForServer(address),
    ...requests.map((exchange, i) => exchangeScript(exchange, i + 1, address, stderr)),
    ...(stop === "none" ? [] : [`kill -s ${stop} $bot`]),
  ];
}

const kinds = { run: "a scheduled run", query: "a one-shot query", serve: "a query server" };

function redirects({ streams, requests }: Step, kept: string): string {
  const isAwaited = requests.some((exchange) => exchange.do === "wait-for-line");
  const one = (descriptor: number, name: "stdout" | "stderr") => {
    switch (streams[name]) {
      case "full":
        return ` ${descriptor}> /dev/full`;
      case "broken":
        return ` ${descriptor}> >(true)`;
      case "unread":
        // Opened for reading too, so that the pipe has a reader until the process ends.
        return ` ${descriptor}<> ${join(kept, name)}`;
      default:
        return name === "stderr" && isAwaited ? ` 2> >(tee ${join(kept, name)} >&2)` : "";
    }
  };
  return one(1, "stdout") + one(2, "stderr");
}

function given(path: string, file: GivenFile): string {
  if ("folder" in file) return `mkdir -p ${quoted(path)}`;
  const parent = `mkdir -p ${quoted(join(path, ".."))}; `;
  if ("link" in file) return `${parent}ln -s ${quoted(file.link)} ${quoted(path)}`;
  if ("pipe" in file) return `${parent}mkfifo ${quoted(path)}`;
  if ("bytes" in file) return `${parent}printf %s ${file.bytes} | base64 -d > ${quoted(path)}`;
  return `${parent}printf %s ${quoted(file.text)} > ${quoted(path)}`;
}
