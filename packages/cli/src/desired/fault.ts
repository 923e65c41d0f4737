import { ApiError } from "@botyard/client";
import { type Path, type Problem, pathOf } from "@botyard/manifest";

/** Why something in the files cannot be applied. */
export interface Fault {
  file: string;
  line?: number;
  column?: number;
  /** JSON pointer of the value in the instance. */
  pointer?: string;
  message: string;
  next?: string;
}

/** Orders faults by their files and lines. */
export const byPlace = (one: Fault, other: Fault): number =>
  one.file === other.file ? (one.line ?? 0) - (other.line ?? 0) : one.file < other.file ? -1 : 1;

type PlaceOf = (path: Path) => { line?: number; column?: number };

export const faultOf = ({ file, line, column, pointer, message, next }: Problem): Fault => ({
  file,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  ...(pointer !== undefined && { pointer }),
  ...{ message, next },
});

/** Formats a fault on one line. */
export function faultText({ file, line, column, message, next }: Fault): string {
  const place = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined);
  return [`${place.join(":")} ${message}`, next].filter(Boolean).join(" ");
}

/**
 * Returns what the platform has found wrong with an instance, at its places in the file.
 *
 * @throws {ApiError} the error itself if it says nothing about the instance
 */
export function faultsOfRefusal(error: unknown, file: string, placeOf: PlaceOf): Fault[] {
  if (!(error instanceof ApiError) || ![400, 404, 409, 413, 422].includes(error.status)) throw error;
  if (error.errors.length === 0)
    return [{ file, ...placeOf([]), message: error.message, ...(error.hint && { next: error.hint }) }];
  return error.errors.map(({ pointer, detail, next }) => ({
    file,
    ...placeOf(pathOf(pointer?.startsWith("/") ? pointer : "")),
    ...(pointer !== undefined && { pointer }),
    message: detail,
    ...(next !== undefined && { next }),
  }));
}
