import { PlatformError } from "../../../errors/platform-error.ts";

const tag = /(?:W\/)?"[^"]*"/g;

/** Returns the tags of a header such as `"1", W/"2"`; none if it is not a list of tags (RFC 9110, 8.8.3). */
const tagsOf = (header: string): string[] =>
  /^[ \t,]*$/.test(header.replace(tag, "")) ? (header.match(tag) ?? []) : [];

/**
 * Returns the revisions that `If-Match` names; undefined for `*`. A weak tag matches nothing (RFC 9110, 13.1.1).
 *
 * @throws {PlatformError} `precondition_failed` if no tag is one that a bot can have
 */
export function readIfMatch(header: string): number[] | undefined {
  if (header.trim() === "*") return undefined;
  const tags = tagsOf(header);
  const revisions = tags.filter((one) => /^"\d{1,15}"$/.test(one)).map((one) => Number(one.slice(1, -1)));
  if (revisions.length > 0) return revisions;
  throw new PlatformError("precondition_failed", `The If-Match header ${faultOf(header, tags)}.`);
}

function faultOf(header: string, tags: string[]): string {
  if (header.trim() === "") return "is empty";
  const weak = tags.find((one) => /^W\/"\d+"$/.test(one));
  if (weak) return `has the weak ETag ${weak}, which matches nothing; send ${weak.slice(2)}`;
  return `${header} is not the ETag of a bot`;
}

/** Whether `If-None-Match` names the tag, weak or not (RFC 9110, 13.1.2). */
export function isKnown(header: string | string[] | undefined, etag: string): boolean {
  const given = String(header ?? "").trim();
  return given === "*" || tagsOf(given).some((one) => withoutWeak(one) === withoutWeak(etag));
}

const withoutWeak = (etag: string): string => etag.replace(/^W\//, "");
