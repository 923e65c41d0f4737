import type { Browser } from "playwright-core";

/** Tasks of the main threads of pages, in milliseconds of processor time, which other programs on the machine do not change. */
export interface Tasks {
  longest: number;
  /** Number of tasks over 50 ms. */
  long: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Traces the tasks of a browser from now on. Returns a function that ends it and tells what the pages did. */
export async function traceTasks(browser: Browser): Promise<() => Promise<Tasks>> {
  const session = await browser.newBrowserCDPSession();
  const times = new Map<string, number[]>();
  const threads = new Map<string, string>();
  const processes = new Map<number, string>();
  session.on("Tracing.dataCollected", (data) => {
    for (const { name, pid, tid, tdur = 0, args } of data.value as unknown as TraceEvent[]) {
      const thread = `${pid} ${tid}`;
      if (name === "thread_name") threads.set(thread, args.name ?? "");
      else if (name === "process_name") processes.set(pid, args.name ?? "");
      else if (name.endsWith("RunTask") && tdur > 1_000) {
        if (!times.has(thread)) times.set(thread, []);
        times.get(thread)!.push(tdur / 1000);
      }
    }
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"], traceBufferSizeInKb: 600_000 },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    const ofPages = [...times].filter(
      ([thread]) =>
        threads.get(thread) === "CrRendererMain" && processes.get(Number.parseInt(thread, 10)) === "Renderer",
    );
    const all = ofPages.flatMap(([, milliseconds]) => milliseconds);
    if (all.length === 0) throw new Error("The trace of the browser has no task of a page.");
    return { longest: Math.max(...all), long: all.filter((one) => one > 50).length };
  };
}

/** What the row of a longest task says beside it: elapsed time contains what other programs had of the processors. */
export const taskDetail = (traced: Tasks, elapsed: { longest: number; tasks: number }): string =>
  `of processor time, ${traced.long} over 50 ms; elapsed time: ${Math.round(elapsed.longest)} ms, ${elapsed.tasks} over 50 ms`;
