const answers = new Map<string, Promise<unknown>>();
let isStarting = true;

/**
 * Makes a request, or returns the answer to the same one that was made when the page started: what the first view needs is
 * asked for at once, before its components are there, and is then drawn in one piece.
 */
export function early<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const begun = answers.get(name) as Promise<T> | undefined;
  answers.delete(name);
  if (begun) return begun;
  const answer = ask();
  if (isStarting) {
    answers.set(name, answer);
    // A failure is of its time: a component that comes later, perhaps after a retry, asks again.
    answer.catch(() => answers.delete(name));
  }
  return answer;
}

/** From now on, each request is made when it is wanted. */
export function endStart(): void {
  isStarting = false;
}
