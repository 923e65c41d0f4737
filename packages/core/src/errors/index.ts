export { BotyardError, botyardError, type ErrorValues } from "./botyard-error.ts";
export { cut, kindOf, kindOfJson, shown } from "./describe.ts";
export { type ErrorCode, errorTable } from "./errors.gen.ts";
