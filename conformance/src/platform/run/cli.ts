import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Malformed, Num, read } from "../../json/index.ts";
import type { Failure } from "../../model.ts";
import { compare } from "../judge/answer.ts";
import type { CliCommand } from "../model.ts";
import { filesOf } from "../world/packages.ts";
import type { CaseRun } from "./case-run.ts";
import { valueAt } from "./names.ts";

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const limitMs = 60_000;

/** Runs one command and judges its exit code and what it printed. */
export async function runCommand(run: CaseRun, written: CliCommand, at: string): Promise<Failure[]> {
  const deadline = run.deadline(written.within);
  for (;;) {
    const failures = await runOnce(run, written, at);
    if (failures.length === 0 || performance.now() >= deadline) return failures;
    await run.pause();
  }
}

async function runOnce(run: CaseRun, written: CliCommand, at: string): Promise<Failure[]> {
  if (written.key !== null) await run.useKey(written.key);
  const command = run.names.fill(written);
  run.folder.write({ ...(command.folder === null ? {} : filesOf(command.folder)), ...command.files });
  const place = `${at} ${written.args.join(" ")}`;
  const ended = await start(run, command);
  const { exit, stdout, stderr, json } = command.expect;
  const failures = [
    ...compare(`${place} exit`, exit, new Num(String(ended.code))),
    ...(stdout === undefined ? [] : compare(`${place} stdout`, stdout, ended.stdout)),
    ...(stderr === undefined ? [] : compare(`${place} stderr`, stderr, ended.stderr)),
  ];
  if (failures.length > 0 && stderr === undefined)
    failures.push({ verdict: "fail", at: `${place} stderr`, text: ended.stderr.slice(-300) });
  const document = json === undefined && Object.keys(written.keep).length === 0 ? null : jsonOf(ended.stdout);
  if (typeof document === "string")
    return [...failures, { verdict: "fail", at: `${place} stdout`, text: document }];
  if (json !== undefined) failures.push(...compare(`${place} stdout`, json, document!.json));
  if (failures.length > 0) return failures;
  return Object.entries(written.keep).flatMap(([name, path]): Failure[] => {
    const value = valueAt(document!.json, path.split(".").slice(1));
    if (value === undefined)
      return [{ verdict: "fail", at: `${place} keep ${name}`, text: `there is no ${path}` }];
    run.names.set(name, value);
    return [];
  });
}

function jsonOf(text: string) {
  try {
    return { json: read(text) };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return `expected one JSON document: ${error.message}`;
  }
}

/** Starts the command in the case's folder, without the profile and the settings of the user. */
function start(run: CaseRun, { args, key, env, stdin }: CliCommand): Promise<Ended> {
  const home = run.folder.dir;
  mkdirSync(join(home, "work"), { recursive: true });
  const bare = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PLATFORM_|XDG_|NO_COLOR|FORCE_COLOR|CI$|PAGER$|.*_proxy$)/i.test(name),
    ),
  );
  const [program = "", ...before] = run.open.cli;
  const child = spawn(program, [...before, ...args], {
    cwd: join(home, "work"),
    env: {
      ...bare,
      HOME: home,
      PLATFORM_CONFIG_HOME: join(home, "config"),
      PLATFORM_NO_UPDATE_CHECK: "1",
      PLATFORM_API_URL: run.open.baseUrl,
      ...(key === null ? {} : { PLATFORM_API_KEY: run.names.text(`key.${key}`)! }),
      ...env,
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 127, stdout, stderr: error.message }));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 128, stdout, stderr });
    });
  });
}
