import type { Path } from "./pointer.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** Notes a problem of a schema. */
export type Report = (
  path: Path,
  code: ProblemCode,
  message: string,
  next: string,
  severity?: "error" | "warning",
) => void;
