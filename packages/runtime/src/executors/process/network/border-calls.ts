import { type RefusedCall, refuse, refusedCalls } from "../isolation/system-calls.ts";

const newNetwork = 0x4000_0000;
/** O_WRONLY, O_RDWR and O_CREAT. */
const forWriting = 0x43;

/** Those that bots may not call either, except what makes and enters network namespaces. */
const ofBots = refusedCalls.filter(({ name }) => !["setns", "unshare"].includes(name));

/**
 * System calls that the border does not need once it listens. It parses bytes of bots with rights over namespaces: what
 * takes it over gets neither another program, nor another process, nor a file.
 */
export const borderCalls: readonly RefusedCall[] = [
  ...ofBots,
  ...refuse("EPERM", [
    ["unshare", 272, 97, { argument: 0, isNoneOf: [newNetwork] }],
    ["setns", 308, 268, { argument: 1, isNoneOf: [newNetwork] }],
    ["execve", 59, 221],
    ["execveat", 322, 281],
    ["kill", 62, 129],
    ["tkill", 200, 130],
    ["pidfd_send_signal", 424, 424],
    ["open", 2, undefined, { argument: 1, hasBits: forWriting }],
    ["openat", 257, 56, { argument: 2, hasBits: forWriting }],
    ["creat", 85],
    ["truncate", 76, 45],
    ["unlink", 87],
    ["unlinkat", 263, 35],
    ["rename", 82],
    ["renameat", 264, 38],
    ["renameat2", 316, 276],
    ["link", 86],
    ["linkat", 265, 37],
    ["symlink", 88],
    ["symlinkat", 266, 36],
    ["mkdir", 83],
    ["mkdirat", 258, 34],
    ["mknod", 133],
    ["mknodat", 259, 33],
    ["chmod", 90],
    ["fchmod", 91, 52],
    ["fchmodat", 268, 53],
    ["fchmodat2", 452, 452],
    ["chown", 92],
    ["lchown", 94],
    ["fchown", 93, 55],
    ["fchownat", 260, 54],
  ]),
  ...refuse("ENOSYS", [["openat2", 437, 437]]),
];
