/** A system call that succeeded; `begin` and `end` are its places in the order of all calls of the process. */
export type Call = {
  thread: number;
  begin: number;
  end: number;
} /** `size` is the number of bytes; 0 if it is unknown. */ & (
  | { kind: "write"; path: string; size: number }
  /** `path` is null if everything is flushed. */
  | { kind: "flush"; path: string | null }
  /** Also a hard link: `to` is a file that was complete before it had this name. */
  | { kind: "rename"; path: string; to: string }
  | { kind: "remove"; path: string }
);
