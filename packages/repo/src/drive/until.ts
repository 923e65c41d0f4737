import { once } from "node:events";
import { createServer } from "node:net";

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** Calls `ask` every 25 ms until it returns a value. Has no time limit: tests have their own. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
