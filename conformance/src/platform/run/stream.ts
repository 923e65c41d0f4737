import { Num, write } from "../../json/index.ts";
import type { Failure } from "../../model.ts";
import { compare } from "../judge/answer.ts";
import type { StreamAct } from "../model.ts";
import type { CaseRun } from "./case-run.ts";

/** Does what a client of the stream does, and judges what reaches it. */
export async function runAct(
  run: CaseRun,
  on: string,
  written: StreamAct,
  place: string,
): Promise<Failure[]> {
  const at = `${place} ${written.kind}`;
  const fail = (text: string): Failure[] => [{ verdict: "fail", at, text }];
  if (written.kind === "open") {
    const why = await (await run.openStream(on, written)).opened();
    return why === undefined ? [] : fail(why);
  }
  const client = run.streams.get(on);
  if (!client) return fail(`the stream ${on} was not opened`);
  const act = run.names.fill(written);
  if (act.kind === "send") {
    client.send(act.data);
    return [];
  }
  const deadline = performance.now() + act.within * 1000;
  if (act.kind === "closed") {
    const closed = await client.closed(deadline);
    if (!closed) return fail(`the stream is not closed within ${act.within} s`);
    return [
      ...compare(`${at} code`, act.code, new Num(String(closed.code))),
      ...compare(`${at} reason`, act.reason, closed.reason),
    ];
  }
  for (const [i, want] of act.messages.entries()) {
    const got = await client.next(act.where, deadline);
    if (client.wrong !== undefined) return fail(client.wrong);
    if (got === undefined) return fail(`expected ${write(want)}, got nothing within ${act.within} s`);
    const failures = compare(`${at} message ${i + 1}`, want, got);
    if (failures.length > 0) return failures;
  }
  return [];
}
