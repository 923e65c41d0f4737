import { type Json, Num, write } from "../../json/index.ts";
import type { Failure } from "../../model.ts";
import { bodyOf, judgeAnswer } from "../judge/answer.ts";
import type { Body, PlatformRequest } from "../model.ts";
import { archiveOf, contentsOf, listOf } from "../world/packages.ts";
import { tarGz } from "../world/tar.ts";
import type { CaseRun } from "./case-run.ts";
import type { Incoming } from "./http.ts";
import { keyHeaders } from "./key-headers.ts";
import { valueAt } from "./names.ts";

/** Sends one request of a case, judges the answer and keeps what later steps need. */
export async function runRequest(run: CaseRun, written: PlatformRequest, at: string): Promise<Failure[]> {
  const deadline = run.deadline(written.within);
  for (;;) {
    const { failures, got } = await sendOnce(run, written, at);
    if (failures.length === 0) {
      failures.push(...keep(run, written, got, at));
      if (written.as !== null) run.kept.set(written.as, got);
    }
    if (failures.length === 0 || performance.now() >= deadline) return failures;
    await run.pause();
  }
}

async function sendOnce(
  run: CaseRun,
  written: PlatformRequest,
  at: string,
): Promise<{ failures: Failure[]; got: Incoming }> {
  if (written.key !== null) await run.useKey(written.key);
  const { target, method, headers, body, expect } = run.names.fill(written);
  const url = target.startsWith("/") ? `${run.apiUrl}${target}` : target;
  const { pathname } = new URL(url);
  const place = `${at} ${method} ${run.names.unfill(target)}`;
  const got = await run.send(
    {
      method,
      url,
      headers: keyHeaders(run.names, written.key, headers, typeOf(body)),
      body: bytesOf(body),
    },
    expect,
  );
  const hasOwnErrors = pathname === "/mcp" || (method === "POST" && /\/query\/[^/]+$/.test(pathname));
  return { failures: judgeAnswer(place, expect, got, { method, path: pathname, hasOwnErrors }), got };
}

function typeOf(body: Body | null): Record<string, string> {
  if (body === null) return {};
  if ("list" in body) return { "content-type": "application/jsonl" };
  const isArchive = "archive" in body || "members" in body || "contents" in body;
  return { "content-type": isArchive ? "application/gzip" : "application/json" };
}

function bytesOf(body: Body | null): Uint8Array | null {
  if (body === null) return null;
  if ("json" in body) return Buffer.from(write(body.json));
  if ("text" in body) return Buffer.from(body.text);
  if ("bytes" in body) return Buffer.from(body.bytes, "base64");
  if ("list" in body) return listOf(body.list);
  if ("contents" in body) return contentsOf(body.contents);
  return "archive" in body ? archiveOf(body.archive) : tarGz(body.members);
}

function keep(run: CaseRun, { keep: kept }: PlatformRequest, got: Incoming, at: string): Failure[] {
  return Object.entries(kept).flatMap(([name, path]) => {
    const [steps, parameter] = path.split("?");
    const [word, ...rest] = steps!.split(".");
    const found = keptOf(got, word!, rest);
    const value = parameter === undefined ? found : parameterOf(found, parameter);
    if (value === undefined)
      return [{ verdict: "fail", at: `${at} keep ${name}`, text: `there is no ${path}` }];
    run.names.set(name, value);
    return [];
  });
}

function keptOf(got: Incoming, word: string, path: string[]): Json | undefined {
  if (word === "header") return got.headers[path.join(".")];
  // The pair that a browser would send back.
  if (word === "cookie") return got.headers["set-cookie"]?.split(";")[0];
  if (word === "status") return new Num(String(got.status));
  const body = bodyOf(got);
  return "problem" in body ? undefined : valueAt(body.json, path);
}

/** A parameter of the query string of an address. */
function parameterOf(address: Json | undefined, name: string): Json | undefined {
  if (typeof address !== "string") return undefined;
  return new URL(address, "http://platform").searchParams.get(name) ?? undefined;
}
