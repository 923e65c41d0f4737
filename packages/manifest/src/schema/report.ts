import type { Path } from "../documents/pointer.ts";
import type { ProblemCode } from "../problems/codes.ts";

/** Notes a problem of a schema. */
export type Report = (
  path: Path,
  code: ProblemCode,
  message: string,
  next: string,
  severity?: "error" | "warning",
) => void;
