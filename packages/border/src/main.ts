import { closeSync, openSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { Border } from "./border.ts";
import { confine, startWithoutRing } from "./confine.ts";
import { filterVariable, type Greeting, protocol, type Request, socketName } from "./control.ts";
import { isLockedByAnother } from "./folder-lock.ts";
import { requireOneThread } from "./inside/namespace.ts";
import { readLines, writeLine } from "./lines.ts";

const longestRequest = 1 << 20;
const sweepMs = 5_000;

const [folder = ""] = process.argv.slice(2);
const { [filterVariable]: filter } = process.env;
if (filter !== undefined) startWithoutRing();
await requireOneThread();
const border = new Border();
const platforms = new Set<Socket>();

/** Without a platform it stays as long as it serves a launch. */
const endIfUnused = () => {
  border.sweep();
  if (platforms.size === 0 && border.size === 0) process.exit(0);
};

const server = createServer((socket) => {
  platforms.add(socket);
  /** Sockets and launches that were made for this platform, until it has copies and has started them. */
  const made = new Set<number>();
  const letGo = (fd: number) => {
    if (made.delete(fd)) closeSync(fd);
  };
  const launches = new Set<string>();
  const greeting: Greeting = { protocol, pid: process.pid };
  writeLine(socket, greeting);
  let turn = Promise.resolve();
  readLines(socket, longestRequest, (value) => {
    const { id, ...request } = value as { id: number } & Request;
    const answer = async () => {
      if (request.do === "taken") return letGo(request.fd);
      const result = await border.do(request);
      if ("fd" in result) made.add(result.fd);
      if (request.do === "make") launches.add(request.launch);
      if (request.do === "open" || request.do === "close") launches.delete(request.launch);
      writeLine(socket, { id, ...result });
    };
    turn = turn.then(answer).catch((error) => void writeLine(socket, { id, error: String(error.message) }));
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    platforms.delete(socket);
    void turn.then(() => {
      for (const fd of made) letGo(fd);
      for (const launch of launches) border.abandon(launch);
      endIfUnused();
    });
  });
});

const folderFd = openSync(folder, "r");
// One that lost its socket to another one could not be told any more what is cut.
if (isLockedByAnother(folderFd)) process.exit(0);
// The path of a socket may have 107 bytes; that of the folder may be longer.
const path = `/proc/self/fd/${folderFd}/${socketName}`;
rmSync(path, { force: true });
process.umask(0o177);
server.listen(path, () => {
  if (filter !== undefined) confine(Buffer.from(filter, "base64"));
  setInterval(endIfUnused, sweepMs);
});
