import { closeSync } from "node:fs";
import { Socket } from "node:net";
import koffi from "koffi";

/** Numbers of system calls, the same on all architectures. */
const pidfdOpen = 434;
const pidfdGetfd = 438;

const call = koffi.load(null).func("long syscall(long, long, long, long)");

/**
 * Returns a copy of a socket of the border as a socket of this process.
 * @throws {Error} if the kernel refuses it
 */
export function takeSocket(pid: number, fd: number): Socket {
  const process = Number(call(pidfdOpen, pid, 0, 0));
  if (process < 0) throw new Error(`The border (process ${pid}) has ended.`);
  const taken = Number(call(pidfdGetfd, process, fd, 0));
  closeSync(process);
  if (taken < 0) throw new Error(`Socket ${fd} of the border (process ${pid}) could not be taken.`);
  return new Socket({ fd: taken, readable: true, writable: true });
}
