import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { archiveProblem } from "../archive/fault.ts";
import { type PackageLimits, packageLimits } from "../limits.ts";
import type { ProblemCode } from "../problems/codes.ts";
import { PackageError } from "../problems/package-error.ts";
import type { Problem } from "../problems/problem.ts";
import { type ListedFile, listLine, listLineBytes } from "./list-line.ts";
import { byPath } from "./pack-entry.ts";
import { PathSet, pathFault, showPath } from "./path-rules.ts";

/** The files of a package, sorted by path. */
export type FileList = {
  files: ListedFile[];
  /** SHA-256 of the list, in hex: the identity of the package's contents. */
  contentSha256: string;
  /** Size of all files together, in bytes. */
  bytes: number;
};

const listedProblems = 100;

/**
 * Reads the list of a package and checks it by the rules for archives: paths, number and total size of the files.
 *
 * @throws {PackageError} with all invalid paths and the fault that ended reading, if the list is rejected
 * @throws {Error} the system error, if the list cannot be read
 */
export async function readFileList(
  listPath: string,
  options: { limits?: Partial<PackageLimits> } = {},
): Promise<FileList> {
  const limits = { ...packageLimits, ...options.limits };
  const hash = createHash("sha256");
  const files: ListedFile[] = [];
  const problems: Problem[] = [];
  const paths = new PathSet();
  let bytes = 0;
  for await (const line of linesOf(listPath)) {
    hash.update(line);
    const number = files.length + 1;
    const file = parsed(line, number);
    const before = files.at(-1);
    const fault = pathFault(file.path, limits) ?? paths.add(file.path);
    if (fault !== undefined) {
      if (problems.length < listedProblems) problems.push(archiveProblem(fault, showPath(file.path)));
    } else if (before !== undefined && byPath(before, file) > 0)
      throw rejected(
        "list.not_sorted",
        `Line ${number} of the file list, ${showPath(file.path)}, is out of order.`,
      );
    files.push(file);
    bytes += file.bytes;
    if (Math.max(files.length, paths.folders) > limits.files)
      throw rejected("archive.too_many_files", `The list has more than ${limits.files} files or folders.`);
    if (bytes > limits.unpackedBytes)
      throw rejected("archive.too_large", `The files have more than ${limits.unpackedBytes} bytes in total.`);
  }
  if (problems.length > 0) throw new PackageError(problems);
  return { files, contentSha256: hash.digest("hex"), bytes };
}

/** Yields the lines of a file, each with its end. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, from)) {
      if (end + 1 - from > listLineBytes) throw malformed(number, `is longer than ${listLineBytes} bytes`);
      yield text.subarray(from, end + 1);
      number++;
      from = end + 1;
    }
    rest = text.subarray(from);
    if (rest.length > listLineBytes) throw malformed(number, `is longer than ${listLineBytes} bytes`);
  }
  if (rest.length > 0) throw malformed(number, "has no end: the list is cut off");
}

/** A line has exactly one spelling, because the digest is that of the text. */
function parsed(line: Buffer, number: number): ListedFile {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    throw malformed(number, "is not JSON in UTF-8");
  }
  const [path, executable, bytes, sha256] = Array.isArray(read) && read.length === 4 ? read : [];
  const isFile =
    typeof path === "string" &&
    typeof executable === "boolean" &&
    Number.isSafeInteger(bytes) &&
    bytes >= 0 &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256);
  if (!isFile) throw malformed(number, 'is not ["path",executable,bytes,"sha256 in lower-case hex"]');
  const file = { path, executable, bytes, sha256 };
  if (!line.equals(Buffer.from(listLine(file))))
    throw malformed(number, "is not written as JSON.stringify does");
  return file;
}

const malformed = (line: number, why: string) =>
  rejected("list.malformed", `Line ${line} of the file list ${why}.`);

function rejected(code: ProblemCode, message: string): PackageError {
  return new PackageError([archiveProblem({ code, message })]);
}
