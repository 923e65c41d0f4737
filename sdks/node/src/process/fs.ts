import { builtin } from "./builtin.ts";

/** The functions of `node:fs` that the SDK uses. */
export const {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} = builtin("node:fs");
