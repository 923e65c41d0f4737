import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Functions of another process. */
export type Remote<Commands> = {
  [Name in keyof Commands]: Commands[Name] extends (...args: infer Args) => infer Value
    ? (...args: Args) => Promise<Awaited<Value>>
    : never;
};

/** Returns the functions of a child that serves them, once it does. */
export async function remoteOf<Commands>(child: ChildProcess): Promise<Remote<Commands>> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  child.on("message", ({ id, value, error }: { id?: number; value?: unknown; error?: string }) => {
    if (id === undefined) return;
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (error === undefined) resolve(value);
    else reject(new Error(error));
  });
  const ended = once(child, "exit").then(([code]) => {
    for (const { reject } of waiting.values()) reject(new Error(`The process ended with ${code}.`));
    throw new Error(`The process ended with ${code}.`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, "message"), ended]);
  const call = (name: string, args: unknown[]) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      child.send({ id: last, name, args });
    });
  return new Proxy({} as Remote<Commands>, {
    // A promise is resolved with it, so it must not look like one.
    get: (_, name) => (name === "then" ? undefined : (...args: unknown[]) => call(String(name), args)),
  });
}

/** Serves functions to the parent, until that ends. */
export function serve(commands: object): void {
  const functions = commands as Record<string, (...args: unknown[]) => unknown>;
  process.on("message", async ({ id, name, args }: { id: number; name: string; args: unknown[] }) => {
    try {
      process.send!({ id, value: await functions[name]!(...args) });
    } catch (error) {
      process.send!({ id, error: (error as Error).message });
    }
  });
  process.on("disconnect", () => process.exit(0));
  process.send!({});
}
