/**
 * Calls back when `npx`, which has started this process, is ended. npx passes SIGTERM only to its shell, so that
 * `npx platform-mock & kill $!` would leave the mock running.
 */
export function whenNpxEnds(parent: number, end: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 100).unref();
}
