import { createServer } from "node:net";

// A server that is one millisecond away: it sends back what it receives after that time. A timer of Node may be late by
// as much again, so that this thread waits, which has one client at a time.
const cell = new Int32Array(new SharedArrayBuffer(4));
const server = createServer({ noDelay: true }, (socket) => {
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    Atomics.wait(cell, 0, 0, 1);
    socket.write(bytes);
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
