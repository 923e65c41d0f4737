import { readFile } from "node:fs/promises";
import { cutAnswer } from "@botyard/runtime";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { failed } from "../failure.ts";
import { clean } from "../output/clean.ts";
import { indentJson } from "../output/indent.ts";
import { showOutput } from "./output.ts";
import type { Project } from "./project.ts";
import type { Workshop } from "./workshop.ts";

/** Runs one query in a process that answers it and exits, as for a scheduled bot. */
export async function askOnce(
  context: Context,
  workshop: Workshop,
  project: Project,
  path: string,
  params: string,
): Promise<ExitCode> {
  if (!project.bot.entrypoints.query) {
    throw failed("This bot defines no queries.", [], "set entrypoints.query in bot-config.yaml");
  }
  const launch = await workshop.launch(project, { kind: "query", query: { path, params } });
  const [exit] = await Promise.all([
    launch.ended,
    showOutput({ ...context, stdout: context.stderr }, launch),
  ]);
  const answer = await readFile(launch.files.result, "utf8").catch(() => undefined);
  if (answer === undefined)
    throw failed(`The query program wrote no answer (exit code ${exit.code ?? "unknown"}).`);
  const cut = cutAnswer(Buffer.from(answer));
  if (cut.kind === "broken") throw failed(cut.detail);
  context.stdout.write(`${clean(indentJson(Buffer.from(cut.body).toString("utf8")))}\n`);
  return cut.status === 200 ? exitCodes.ok : exitCodes.failure;
}
