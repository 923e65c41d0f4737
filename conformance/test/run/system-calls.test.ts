import { describe, expect, test } from "vitest";
import { callsOf } from "../../src/run/system-calls.ts";

/** Returns the calls without their places, in short. */
const shortOf = (...lines: string[]): string[] =>
  callsOf(`${lines.join("\n")}\n`).map((call) =>
    call.kind === "rename" ? `rename ${call.path} ${call.to}` : `${call.kind} ${call.path}`,
  );

describe("the output of strace", () => {
  test("contains the writes, flushes and renames", () => {
    expect(
      shortOf(
        '7  openat(AT_FDCWD</w>, "/s/.tmp-k", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3</s/.tmp-k>',
        '7  write(3</s/.tmp-k>, ""..., 5)    = 5',
        '7  pwritev2(3</s/.tmp-k>, [{iov_base=""..., iov_len=2}], 1, 5, 0) = 2',
        "7  fsync(3</s/.tmp-k>)               = 0",
        '7  rename("/s/.tmp-k", "/s/k.json") = 0',
        "7  fdatasync(4</s>)                  = 0",
      ),
    ).toEqual([
      "write /s/.tmp-k",
      "write /s/.tmp-k",
      "flush /s/.tmp-k",
      "rename /s/.tmp-k /s/k.json",
      "flush /s",
    ]);
  });

  test("contains the removal of a file, also by a path in a folder, but not of a folder", () => {
    expect(
      shortOf(
        '7  unlink("/s/k.json") = 0',
        '7  unlinkat(3</s>, "other.json", 0) = 0',
        '7  unlinkat(AT_FDCWD</w>, "gone", 0) = -1 ENOENT (No such file or directory)',
        '7  unlinkat(AT_FDCWD</w>, "folder", AT_REMOVEDIR) = 0',
      ),
    ).toEqual(["remove /s/k.json", "remove /s/other.json"]);
  });

  test("contains files that are filled by another one", () => {
    expect(
      shortOf(
        "7  copy_file_range(3</a>, NULL, 5</b>, NULL, 9, 0) = 9",
        "7  sendfile(5</c>, 3</a>, NULL, 9) = 9",
        "7  ftruncate(5</d>, 0) = 0",
      ),
    ).toEqual(["write /b", "write /c", "write /d"]);
  });

  test("contains nothing of calls that failed, and of writes to pipes", () => {
    expect(
      shortOf(
        '7  write(3</a>, ""..., 5) = -1 ENOSPC (No space left on device)',
        "7  fsync(3</a>) = -1 EIO (Input/output error)",
        '7  rename("/a", "/b") = -1 ENOENT (No such file or directory)',
        '7  write(1<pipe:[812]>, ""..., 5) = 5',
        "7  fsync(3</a>",
      ),
    ).toEqual([]);
  });

  test("joins a call with the line on which it returns, beside lines of other threads", () => {
    const text = [
      "7  fsync(3</a> <unfinished ...>",
      '8  write(4</b>, ""..., 5 <unfinished ...>',
      "7  <... fsync resumed>) = 0",
      "8  <... write resumed>) = 5",
      "9  fsync(5</c> <unfinished ...>",
      "9  +++ killed by SIGKILL +++",
      '10 write(6</d>, ""..., 5 <unfinished ...>',
    ].join("\n");
    const never = Number.MAX_SAFE_INTEGER;
    expect(callsOf(text)).toEqual([
      { thread: 7, kind: "flush", path: "/a", begin: 0, end: 2 },
      { thread: 8, kind: "write", path: "/b", size: 5, begin: 1, end: 3 },
      { thread: 10, kind: "write", path: "/d", size: 0, begin: 6, end: never },
    ]);
  });

  test("counts synchronous writes as flushed", () => {
    expect(
      shortOf(
        '7  openat(AT_FDCWD</w>, "/a", O_WRONLY|O_CREAT|O_DSYNC, 0666) = 3</a>',
        '7  write(3</a>, ""..., 5) = 5',
        '7  openat(AT_FDCWD</w>, "/b", O_WRONLY|O_CREAT|O_SYNC, 0666) = -1 EACCES (Permission denied)',
        '7  write(3</b>, ""..., 5) = 5',
        "7  syncfs(3</b>) = 0",
      ),
    ).toEqual(["write /a", "flush /a", "write /b", "flush null"]);
  });

  test("names files relative to a folder, and with any characters", () => {
    expect(
      shortOf(
        '7  renameat(5</s>, ".tmp-k", AT_FDCWD</w/x>, "../k.json") = 0',
        '7  linkat(AT_FDCWD</w>, "/s/\\303\\251 \\"a\\\\", AT_FDCWD</w>, "/s/\\n", 0) = 0',
        '7  write(3</s/\\303\\251 \\"\\74a\\76>, ""..., 5) = 5',
      ),
    ).toEqual(["rename /s/.tmp-k /w/k.json", 'rename /s/é "a\\ /s/\n', 'write /s/é "<a>']);
  });
});
