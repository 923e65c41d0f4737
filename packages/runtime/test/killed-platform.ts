import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { IsolationLevel, LaunchRecord, LaunchSpec } from "../src/index.ts";
import type { Workshop } from "./workshop.ts";

/** Starts or takes over a bot from another process, and kills that process once `when` resolves. */
export async function killedPlatform(
  { root }: Workshop,
  isolation: IsolationLevel,
  {
    when,
    ...given
  }: { spec: LaunchSpec; adopt?: LaunchRecord; when(record: LaunchRecord): Promise<unknown> },
): Promise<LaunchRecord> {
  const options = { dir: join(root, "executor"), isolation };
  const platform = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, "platform.ts"), JSON.stringify({ options, ...given })],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await once(platform.stdout, "data");
  const record = JSON.parse(String(line)) as LaunchRecord;
  await when(record);
  platform.kill("SIGKILL");
  await once(platform, "exit");
  return record;
}

/** The process of the executor's border, or 0 while there is none. Without root it has a parent with the same words. */
export function borderOf({ root }: Workshop): number {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  const its = lines.find(
    (line) =>
      /^\s*\d+ (\S*\/)?node /.test(line) && line.includes(`main.ts ${join(root, "executor", "border")}`),
  );
  return Number.parseInt(its ?? "0", 10);
}
