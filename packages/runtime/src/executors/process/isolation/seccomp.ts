import { type Condition, newest, type Refusal, type RefusedCall, refusedCalls } from "./system-calls.ts";

/** Architectures that have a filter: the kernel's name of each (`AUDIT_ARCH_…`), and its column in the table. */
const architectures: Record<string, { audit: number; column: 0 | 1 }> = {
  x64: { audit: 0xc000_003e, column: 0 },
  arm64: { audit: 0xc000_00b7, column: 1 },
};

/** Operations of the kernel's classic packet filter language. The accumulator is the only register. */
const op = { load: 0x20, isEqual: 0x15, isGreater: 0x25, isAtLeast: 0x35, hasBits: 0x45, answer: 0x06 };

/** Positions in `struct seccomp_data`, which a filter reads. Both architectures are little-endian. */
const at = { call: 0, architecture: 4, argument: (index: number) => 16 + 8 * index };

const errno: Record<Refusal, number> = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 };
const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const fail = (refusal: Refusal) => 0x0005_0000 | errno[refusal];

/** `then` and `otherwise`: how many instructions a comparison skips. */
interface Instruction {
  code: number;
  value: number;
  then: number;
  otherwise: number;
}

const load = (position: number): Instruction => step(op.load, position);
const answer = (value: number): Instruction => step(op.answer, value);
const step = (code: number, value: number, then = 0, otherwise = 0): Instruction => ({
  code,
  value,
  then,
  otherwise,
});

/**
 * Returns the program by which the kernel refuses system calls, in the form of an array of `struct sock_filter`; `undefined`
 * if there is none for this architecture.
 *
 * It is a list in the order of the numbers, in which each call is compared and answered. It is divided into chunks, of which
 * one is looked at: the kernel runs it for every call, or since 5.11 for every number, whenever it is loaded.
 */
export function seccompFilter(
  architecture: string = process.arch,
  refused: readonly RefusedCall[] = refusedCalls,
): Buffer | undefined {
  const target = architectures[architecture];
  return target && assemble(program(target, refused));
}

/** Calls that are compared before it is known that the others need not be. */
const chunkLength = 8;

function program(
  { audit, column }: { audit: number; column: 0 | 1 },
  refused: readonly RefusedCall[],
): Instruction[] {
  const calls = refused
    .flatMap(({ number, ...call }): NumberedCall[] =>
      number[column] === undefined ? [] : [{ ...call, number: number[column] }],
    )
    .sort((one, other) => one.number - other.number);
  const chunks: Instruction[][] = [];
  for (let from = 0; from < calls.length; from += chunkLength) {
    const chunk = [...calls.slice(from, from + chunkLength).flatMap(compare), answer(allow)];
    const next = calls[from + chunkLength];
    chunks.push(next ? [step(op.isAtLeast, next.number, chunk.length, 0), ...chunk] : chunk);
  }
  return [
    load(at.architecture),
    // A program for another architecture, such as a 32-bit one, has other numbers.
    step(op.isEqual, audit, 1, 0),
    answer(killProcess),
    load(at.call),
    // Calls of the x32 ABI have greater numbers too.
    step(op.isGreater, newest, 0, 1),
    answer(fail("ENOSYS")),
    ...chunks.flat(),
  ];
}

type NumberedCall = Omit<RefusedCall, "number"> & { number: number };

function compare({ number, refusal, when }: NumberedCall): Instruction[] {
  const answers = when
    ? [load(at.argument(when.argument)), ...decide(when, refusal)]
    : [answer(fail(refusal))];
  return [step(op.isEqual, number, 0, answers.length), ...answers];
}

/** Always answers: the accumulator no longer holds the call's number. */
function decide(when: Condition, refusal: Refusal): Instruction[] {
  if ("hasBits" in when) return [step(op.hasBits, when.hasBits, 0, 1), answer(fail(refusal)), answer(allow)];
  const { isNoneOf } = when;
  const known = isNoneOf.map((value, index) => step(op.isEqual, value, isNoneOf.length - index, 0));
  return [...known, answer(fail(refusal)), answer(allow)];
}

function assemble(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * instructions.length);
  for (const [index, { code, value, then, otherwise }] of instructions.entries()) {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(then, 8 * index + 2);
    bytes.writeUInt8(otherwise, 8 * index + 3);
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4);
  }
  return bytes;
}
