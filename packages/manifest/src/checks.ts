import type { addBytecode, removeBytecode } from "./archive/bytecode.ts";
import type { checkArchive } from "./package/archive.ts";
import type { validateConfig } from "./schema/validate-config.ts";
import type { absentContents } from "./stored/absent-contents.ts";
import type { digestsOf, inspectTree } from "./stored/inspect-tree.ts";
import type { publishContents } from "./stored/publish.ts";
import type { receiveContents } from "./stored/receive-contents.ts";
import type { checkStoredList, readList } from "./stored/stored-list.ts";
import type { makeTree } from "./stored/tree.ts";
import type { unpackAccepted } from "./stored/unpack-contents.ts";

/**
 * The checks whose cost depends on what users send: unpacking, checking and storing packages, and compiling the schema that
 * a config is checked against. {@link checksHere} runs them in this thread, `ChecksApart` in another process.
 */
export interface Checks {
  checkArchive: typeof checkArchive;
  unpackAccepted: typeof unpackAccepted;
  receiveContents: typeof receiveContents;
  publishContents: typeof publishContents;
  readList: typeof readList;
  checkStoredList: typeof checkStoredList;
  absentContents: typeof absentContents;
  makeTree: typeof makeTree;
  inspectTree: typeof inspectTree;
  digestsOf: typeof digestsOf;
  addBytecode: typeof addBytecode;
  removeBytecode: typeof removeBytecode;
  validateConfig(...given: Parameters<typeof validateConfig>): Promise<ReturnType<typeof validateConfig>>;
}

const stored = {
  unpack: () => import("./stored/unpack-contents.ts"),
  receive: () => import("./stored/receive-contents.ts"),
  publish: () => import("./stored/publish.ts"),
  list: () => import("./stored/stored-list.ts"),
  absent: () => import("./stored/absent-contents.ts"),
  inspect: () => import("./stored/inspect-tree.ts"),
  bytecode: () => import("./archive/bytecode.ts"),
  tree: () => import("./stored/tree.ts"),
};

/** Loads the checks when they are first used: the compiler of schemas takes longer to load than all the rest. */
export const checksHere: Checks = {
  checkArchive: async (...given) => (await import("./package/archive.ts")).checkArchive(...given),
  unpackAccepted: async (...given) => (await stored.unpack()).unpackAccepted(...given),
  receiveContents: async (...given) => (await stored.receive()).receiveContents(...given),
  publishContents: async (...given) => (await stored.publish()).publishContents(...given),
  readList: async (...given) => (await stored.list()).readList(...given),
  checkStoredList: async (...given) => (await stored.list()).checkStoredList(...given),
  absentContents: async (...given) => (await stored.absent()).absentContents(...given),
  makeTree: async (...given) => (await stored.tree()).makeTree(...given),
  inspectTree: async (...given) => (await stored.inspect()).inspectTree(...given),
  digestsOf: async (...given) => (await stored.inspect()).digestsOf(...given),
  addBytecode: async (...given) => (await stored.bytecode()).addBytecode(...given),
  removeBytecode: async (...given) => (await stored.bytecode()).removeBytecode(...given),
  validateConfig: async (...given) => (await import("./schema/validate-config.ts")).validateConfig(...given),
};
