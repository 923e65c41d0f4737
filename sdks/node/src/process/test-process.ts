import type { QueryHandler } from "@botyard/core";

/** What the SDK uses instead of the process while a test runs a bot's code. */
export interface TestProcess {
  variable(name: string): string | undefined;
  writeLine(stream: "stdout" | "stderr", line: string): void;
  readonly now: Date;
  end(exitCode: number): never;
  isAnswering(): boolean;
  stopSignal(): AbortSignal;
  /** Moves the clock instead of waiting; returns whether the bot is to stop. */
  wait(seconds: number): Promise<boolean>;
  /** The handlers that were registered in this test; those of other tests may have the same paths. */
  readonly handlers: Map<string, QueryHandler>;
}

let find: () => TestProcess | undefined = () => undefined;

/** Returns that of the test by which the caller is run; undefined outside of tests. */
export const testProcess = (): TestProcess | undefined => find();

/** Says how the test is found; called when the room `testing` is loaded. */
export function findTestsBy(found: () => TestProcess | undefined): void {
  find = found;
}
