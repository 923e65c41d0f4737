import { fromPlain, isObject, type Json, write } from "../../json/index.ts";
import type { Failure } from "../../model.ts";
import { bodyOf } from "../judge/answer.ts";
import type { CaseRun } from "./case-run.ts";
import type { Incoming } from "./http.ts";

/** Headers and fields that differ in every answer and tell nothing about what exists. */
const volatileHeaders = ["date", "x-request-id", "ratelimit", "content-length"];
const volatileFields = ["instance", "id"];

/** Checks that answers differ in nothing by which a caller could tell them apart. */
export function judgeSame(run: CaseRun, names: string[], at: string): Failure[] {
  const [first, ...others] = names.map((name) => ({ name, form: formOf(run.kept.get(name)) }));
  return others.flatMap(({ name, form }) =>
    form === first!.form
      ? []
      : [{ verdict: "fail", at: `${at} same`, text: `${name} is ${form}, ${first!.name} is ${first!.form}` }],
  );
}

function formOf(got: Incoming | undefined): string {
  if (!got) return "missing";
  const headers = Object.entries(got.headers).filter(([name]) => !volatileHeaders.includes(name));
  const body = bodyOf(got);
  const json = "problem" in body ? got.body.toString() : withoutVolatile(body.json);
  const form = write(
    fromPlain({ status: got.status, headers: Object.fromEntries(headers), body: json }),
    true,
  );
  const id = got.headers["x-request-id"];
  return id === undefined ? form : form.replaceAll(id, "${request_id}");
}

function withoutVolatile(value: Json): Json {
  if (!isObject(value)) return value;
  return new Map([...value].filter(([key]) => !volatileFields.includes(key)));
}
