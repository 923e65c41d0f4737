// Plain JavaScript, because bootstrap.mjs uses it on versions of Node that cannot run TypeScript.
import { createServer } from "node:net";

export const defaultPort = "7070";

/** Returns the value of the last `--port` among the arguments of `npm start`. */
export function portIn(args) {
  let port = defaultPort;
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith("--port=")) port = arg.slice("--port=".length);
    else if (arg === "--port") port = args[index + 1] ?? "";
  }
  return port;
}

/** Returns a sentence that says why a platform cannot listen on this port of 127.0.0.1; undefined if it can. */
export async function portObstacle(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    return `--port ${text} is invalid: it must be a number from 1 to 65535.`;
  const code = await listenError(port);
  if (code === undefined) return undefined;
  const advice = `choose another port: npm start -- --port ${port < 65_535 ? port + 1 : port - 1}`;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use by another program. Stop that program, or ${advice}`;
  return `Cannot listen on port ${port} (${code}); ${advice}`;
}

/** Returns the code of the system error if listening on this port of 127.0.0.1 fails; undefined if it works. */
export function listenError(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error.code));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
}
