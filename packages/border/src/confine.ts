import koffi from "koffi";

/** Numbers of the system call `seccomp`. */
const numbers: Record<string, number> = { x64: 317, arm64: 277 };
const setFilter = 1;
/** The filter is for all threads. */
const allThreads = 1;

/**
 * Has the kernel refuse system calls to this process from now on.
 * @param filter an array of `struct sock_filter`
 * @throws {Error} if the kernel does not accept the filter
 */
export function confine(filter: Buffer): void {
  const number = numbers[process.arch];
  if (number === undefined) throw new Error(`The border has no filter of system calls for ${process.arch}.`);
  const program = koffi.struct({ length: "uint16_t", filter: "uint8_t *" });
  const seccomp = koffi.load(null).func("syscall", "long", ["long", "long", "long", koffi.pointer(program)]);
  const answer = Number(seccomp(number, setFilter, allThreads, { length: filter.length / 8, filter }));
  if (answer !== 0) throw new Error("The kernel refused the border's filter of system calls.");
}

/** Refuses `io_uring_setup`, which has the same number on all architectures, with ENOSYS. */
const noRing = Buffer.from(
  Uint32Array.of(...[0x20, 0], ...[0x0100_0015, 425], ...[0x06, 0x0005_0026], ...[0x06, 0x7fff_0000]).buffer,
);

const mark = "BORDER_WITHOUT_RING";

/**
 * Starts this program again, in the same process, if libuv has made a ring of io_uring, through which a process can do
 * what a filter refuses. libuv makes it before the first line of a program, so that it must be refused before.
 */
export function startWithoutRing(): void {
  if (process.env[mark] !== undefined) return;
  confine(noRing);
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, [mark]: "1" });
}
