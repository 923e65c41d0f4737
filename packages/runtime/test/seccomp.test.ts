import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { seccompFilter } from "../src/executors/process/isolation/seccomp.ts";
import { newest, refusedCalls } from "../src/executors/process/isolation/system-calls.ts";
import { borderCalls } from "../src/executors/process/network/border-calls.ts";
import { offeredIsolations, openWorkshop, printed, textOf } from "./workshop.ts";

const x64 = { name: "x64", audit: 0xc000_003e, column: 0 } as const;
const arm64 = { name: "arm64", audit: 0xc000_00b7, column: 1 } as const;

/** Runs a filter as the kernel does, and returns what it answers. */
function answer(filter: Buffer, audit: number, call: number, ...args: number[]): string {
  const data = new Map([
    [0, call],
    [4, audit],
    ...[0, 1, 2, 3, 4, 5].map((index): [number, number] => [16 + 8 * index, args[index] ?? 0]),
  ]);
  let accumulator = 0;
  for (let at = 0; ; at++) {
    const [code, value] = [filter.readUInt16LE(8 * at), filter.readUInt32LE(8 * at + 4)];
    const jump = (isTrue: boolean) => {
      at += filter.readUInt8(8 * at + (isTrue ? 2 : 3));
    };
    if (code === 0x20) accumulator = data.get(value)!;
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x25) jump(accumulator > value);
    else if (code === 0x35) jump(accumulator >= value);
    else if (code === 0x45) jump((accumulator & value) !== 0);
    else if (code === 0x06) return answers[value] ?? `0x${value.toString(16)}`;
    else throw new Error(`The filter has the unknown operation ${code}.`);
  }
}

const answers: Record<number, string> = {
  2147418112: "allowed",
  2147483648: "killed",
  327681: "EPERM",
  327718: "ENOSYS",
  327777: "EAFNOSUPPORT",
};

describe.each([x64, arm64])("the filter of system calls for $name", ({ name, audit, column }) => {
  const filter = seccompFilter(name)!;

  it("refuses each call of the table, and only under its condition", () => {
    for (const { name, number, refusal, when } of refusedCalls) {
      const call = number[column];
      if (call === undefined) continue;
      const [forbidden, permitted] = when && "hasBits" in when ? [0x10000011, 0x11] : [12345, 1];
      expect(answer(filter, audit, call, forbidden), name).toBe(refusal);
      const isPersonality = name === "personality";
      const other = isPersonality ? 0xffff_ffff : permitted;
      expect(answer(filter, audit, call, other), name).toBe(when ? "allowed" : refusal);
    }
  });

  it("permits all other calls", () => {
    const refused = new Set(refusedCalls.map(({ number }) => number[column]));
    for (let call = 0; call <= newest; call++)
      if (!refused.has(call)) expect(answer(filter, audit, call), `${call}`).toBe("allowed");
  });

  it("refuses calls that are newer than itself, and those of the x32 ABI", () => {
    for (const call of [newest + 1, 512, 547, 0x4000_0000, 0x4000_0038])
      expect(answer(filter, audit, call)).toBe("ENOSYS");
  });

  it("ends programs for other architectures, which have other numbers", () => {
    for (const other of [0x4000_0003, 0x4000_0028, (name === "x64" ? arm64 : x64).audit])
      expect(answer(filter, other, 1)).toBe("killed");
  });

  it("fits into the kernel's limit on the length of filters", () => {
    expect(filter.length % 8).toBe(0);
    expect(filter.length / 8).toBeLessThanOrEqual(4096);
  });
});

describe.each([x64, arm64])("the filter of the border for $name", ({ name, audit, column }) => {
  const filter = seccompFilter(name, borderCalls)!;
  const number = (call: string) => borderCalls.find((one) => one.name === call)!.number[column]!;
  const network = 0x4000_0000;

  it("lets it make and enter networks, and no other namespaces", () => {
    expect(answer(filter, audit, number("unshare"), network)).toBe("allowed");
    expect(answer(filter, audit, number("setns"), 5, network)).toBe("allowed");
    for (const other of [0, 0x1000_0000, 0x2_0000, network | 0x1000_0000]) {
      expect(answer(filter, audit, number("unshare"), other)).toBe("EPERM");
      expect(answer(filter, audit, number("setns"), 5, other)).toBe("EPERM");
    }
  });

  it("lets it read files, and neither write one, run a program nor send a signal", () => {
    const [readOnly, writeOnly, create] = [0x8_0000, 0x8_0001, 0x8_0042];
    expect(answer(filter, audit, number("openat"), 0, 0, readOnly)).toBe("allowed");
    for (const flags of [writeOnly, create])
      expect(answer(filter, audit, number("openat"), 0, 0, flags)).toBe("EPERM");
    for (const call of ["execve", "execveat", "kill", "unlinkat", "ptrace", "mount", "linkat"])
      expect(answer(filter, audit, number(call)), call).toBe("EPERM");
    expect(answer(filter, audit, number("io_uring_setup"))).toBe("ENOSYS");
  });
});

test("an architecture without a table has no filter", () => {
  expect(seccompFilter("riscv64")).toBeUndefined();
});

const headers = [
  ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", 0],
  ["/usr/include/asm-generic/unistd.h", 1],
] as const;

test.for(headers)(
  "the numbers of the table are those of the kernel's headers: %s",
  ([path, column], { skip }) => {
    skip(!existsSync(path), "the headers are not installed");
    const text = readFileSync(path, "utf8");
    const numbers = new Map(
      [...text.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)].map(([, name, number]) => [name, number]),
    );
    for (const { name, number } of [...refusedCalls, ...borderCalls]) {
      const known = numbers.get(name);
      // Headers may be older than the table.
      if (known !== undefined) expect(`${name} ${number[column]}`).toBe(`${name} ${known}`);
    }
    expect(numbers.size).toBeGreaterThan(300);
  },
);

describe.runIf((await offeredIsolations()).includes("bubblewrap"))("a bot in bubblewrap", () => {
  /** Calls each refused call with arguments that do nothing, and prints the name of each error. */
  const program = (calls: string) => `exec perl -e '
$| = 1;
use Errno;
my %names = map { eval("Errno::$_()") => $_ } grep { exists $!{$_} } keys %!;
for (qw(${calls})) {
  my ($name, $number, $argument) = split /:/;
  my $result = syscall($number + 0, $argument + 0, 0, 0, 0, 0, 0);
  print "$name ", $result == -1 ? $names{$! + 0} : "done", "\\n";
}
print "over\\n";'`;

  it("has each call of the table refused by the kernel", async () => {
    const column = process.arch === "x64" ? 0 : 1;
    const calls = refusedCalls.filter(({ number }) => number[column] !== undefined);
    const words = calls.map(({ name, number, when }) => {
      const argument = when === undefined ? 0 : "hasBits" in when ? 0x10000000 : 12345;
      return `${name}:${number[column]}:${argument}`;
    });
    const workshop = await openWorkshop("bubblewrap");
    try {
      const launch = await workshop.start(program(words.join(" ")));
      await launch.ended;
      expect(textOf(launch.files.stdout).trim().split("\n")).toEqual([
        ...calls.map(({ name, refusal }) => `${name} ${refusal}`),
        "over",
      ]);
    } finally {
      await workshop.close();
    }
  });

  it("sees neither the platform's folders nor the package's digest in a command line, and only its own files open", async () => {
    const workshop = await openWorkshop("bubblewrap");
    try {
      const launch = await workshop.start(
        `for p in 1 $$; do tr '\\0' ' ' </proc/$p/cmdline; echo; done; ls /proc/$$/fd; echo over`,
      );
      const said = await printed(launch, "over");
      expect(said).toContain("--args");
      expect(said).not.toContain(workshop.root);
      expect(said.trim().split("\n").slice(-5)).toEqual(["0", "1", "10", "2", "over"]);
    } finally {
      await workshop.close();
    }
  });
});
