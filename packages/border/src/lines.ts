import type { Socket } from "node:net";

/** Calls `listener` with each JSON value of a connection that has one per line. A line over the limit ends it. */
export function readLines(socket: Socket, longest: number, listener: (value: unknown) => void): void {
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    if (text.length > longest) return void socket.destroy();
    for (const line of lines) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        return void socket.destroy();
      }
      listener(value);
    }
  });
}

export const writeLine = (socket: Socket, value: object): boolean =>
  socket.write(`${JSON.stringify(value)}\n`);
