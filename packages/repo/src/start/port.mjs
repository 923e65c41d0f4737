// Plain JavaScript: the bootstrap asks here too, on a Node that cannot read TypeScript and before anything is installed.
import { createServer } from "node:net";

export const defaultPort = "7070";

/** The value of `--port` among the arguments of `npm start`, the last one where there are several. */
export function portIn(args) {
  let port = defaultPort;
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith("--port=")) port = arg.slice("--port=".length);
    else if (arg === "--port") port = args[index + 1] ?? "";
  }
  return port;
}

/** What keeps a platform from listening on this port of 127.0.0.1, as a sentence; nothing when it can. */
export async function portObstacle(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    return `--port ${text} is not a port. Give a number from 1 to 65535.`;
  const code = await listenError(port);
  if (code === undefined) return undefined;
  const advice = `choose another: npm start -- --port ${port < 65_535 ? port + 1 : port - 1}`;
  if (code === "EADDRINUSE") return `Port ${port} is taken by another program. Stop that, or ${advice}`;
  return `Port ${port} cannot be listened on (${code}); ${advice}`;
}

/** The code of the system's error when listening on this port of 127.0.0.1 fails. */
export function listenError(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error.code));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
}
