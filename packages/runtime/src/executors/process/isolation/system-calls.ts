/** What a refused system call returns: `EPERM`, or `ENOSYS` where programs then use something else. */
export type Refusal = "EPERM" | "ENOSYS" | "EAFNOSUPPORT";

/** Condition on an argument of a system call under which it is refused; only the lower 32 bits are compared. */
export type Condition =
  | { argument: number; hasBits: number }
  | { argument: number; isNoneOf: readonly number[] };

export interface RefusedCall {
  name: string;
  /** On x86_64 and on aarch64, in this order; absent where it does not exist. */
  number: readonly [x64: number | undefined, arm64: number | undefined];
  refusal: Refusal;
  /** Default: it is always refused. */
  when?: Condition;
}

/** The newest system call that this table has judged, the same on both. A newer one could do what an old one may not. */
export const newest = 469;

export type Row = [name: string, x64: number | undefined, arm64?: number | undefined, when?: Condition];

export const refuse = (refusal: Refusal, rows: readonly Row[]): RefusedCall[] =>
  rows.map(([name, x64, arm64, when]) => ({ name, number: [x64, arm64], refusal, ...(when && { when }) }));

/** Mount, cgroup, UTS, IPC, user, PID and network namespaces, as flags of clone and unshare. */
const cloneNew =
  0x0002_0000 | 0x0200_0000 | 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000;
/** For unshare alone: clone has the signal for the parent in these bits. */
const newTime = 0x80;
/** The default, and the question which one is in use. */
const personalities = [0, 0xffff_ffff];
/** AF_UNIX, AF_INET, AF_INET6, and AF_NETLINK, by which libraries ask for the machine's addresses. */
const families = [1, 2, 10, 16];

/** System calls that no bot needs. */
export const refusedCalls: readonly RefusedCall[] = [
  // A namespace of its own gives a program mounts of its own, and thereby memory that belongs to no process.
  ...refuse("EPERM", [
    ["clone", 56, 220, { argument: 0, hasBits: cloneNew }],
    ["unshare", 272, 97, { argument: 0, hasBits: cloneNew | newTime }],
    ["setns", 308, 268],
    ["mount", 165, 40],
    ["umount2", 166, 39],
    ["pivot_root", 155, 41],
    ["chroot", 161, 51],
  ]),
  ...refuse("ENOSYS", [
    // Its flags are in memory, where a filter cannot read them. C libraries use clone instead.
    ["clone3", 435, 435],
    ["open_tree", 428, 428],
    ["open_tree_attr", 467, 467],
    ["move_mount", 429, 429],
    ["fsopen", 430, 430],
    ["fsconfig", 431, 431],
    ["fsmount", 432, 432],
    ["fspick", 433, 433],
    ["mount_setattr", 442, 442],
  ]),
  // Memory that no process has to map or to hold open, so that only a cgroup could count it.
  ...refuse("ENOSYS", [
    ["memfd_create", 319, 279],
    ["memfd_secret", 447, 447],
    ["shmget", 29, 194],
    ["shmctl", 31, 195],
    ["shmat", 30, 196],
    ["shmdt", 67, 197],
    ["msgget", 68, 186],
    ["msgctl", 71, 187],
    ["msgrcv", 70, 188],
    ["msgsnd", 69, 189],
    ["semget", 64, 190],
    ["semctl", 66, 191],
    ["semtimedop", 220, 192],
    ["semop", 65, 193],
    // Does what other system calls do, past the filter.
    ["io_uring_setup", 425, 425],
    ["io_uring_enter", 426, 426],
    ["io_uring_register", 427, 427],
  ]),
  ...refuse("EPERM", [
    // Moves pages of a process into a pipe, where they are not its own any more.
    ["vmsplice", 278, 75],
    ["add_key", 248, 217],
    ["request_key", 249, 218],
    ["keyctl", 250, 219],
  ]),
  // Other processes: their memory, their files, and what they do.
  ...refuse("EPERM", [
    ["ptrace", 101, 117],
    ["process_vm_readv", 310, 270],
    ["process_vm_writev", 311, 271],
    ["pidfd_getfd", 438, 438],
    ["kcmp", 312, 272],
    ["move_pages", 279, 239],
    ["migrate_pages", 256, 238],
  ]),
  // Parts of the kernel in which faults have often been found, and which need rights that bots do not have.
  ...refuse("EPERM", [
    ["bpf", 321, 280],
    ["perf_event_open", 298, 241],
    ["userfaultfd", 323, 282],
    ["fanotify_init", 300, 262],
    ["name_to_handle_at", 303, 264],
    ["open_by_handle_at", 304, 265],
    ["lookup_dcookie", 212, 18],
    ["personality", 135, 92, { argument: 0, isNoneOf: personalities }],
    ["modify_ldt", 154],
    ["iopl", 172],
    ["ioperm", 173],
    ["uselib", 134],
    ["ustat", 136],
    ["sysfs", 139],
    ["_sysctl", 156],
    ["nfsservctl", 180, 42],
  ]),
  ...refuse("EAFNOSUPPORT", [
    ["socket", 41, 198, { argument: 0, isNoneOf: families }],
    ["socketpair", 53, 199, { argument: 0, isNoneOf: families }],
  ]),
  // The machine itself.
  ...refuse("EPERM", [
    ["kexec_load", 246, 104],
    ["kexec_file_load", 320, 294],
    ["create_module", 174],
    ["init_module", 175, 105],
    ["finit_module", 313, 273],
    ["delete_module", 176, 106],
    ["get_kernel_syms", 177],
    ["query_module", 178],
    ["quotactl", 179, 60],
    ["quotactl_fd", 443, 443],
    ["swapon", 167, 224],
    ["swapoff", 168, 225],
    ["reboot", 169, 142],
    ["acct", 163, 89],
    ["syslog", 103, 116],
    ["sethostname", 170, 161],
    ["setdomainname", 171, 162],
    ["settimeofday", 164, 170],
    ["clock_settime", 227, 112],
    ["vhangup", 153, 58],
  ]),
];
