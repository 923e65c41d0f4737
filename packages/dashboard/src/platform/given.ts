/**
 * Returns the answer to a request that the platform has sent with the page, once. It was read when the page was, so it is as good
 * as one that is asked for now.
 */
export function takeGiven(address: string): Response | undefined {
  const { pathname, search } = new URL(address, location.href);
  for (const element of document.querySelectorAll<HTMLElement>("script[data-answer]")) {
    const { answer, date = "" } = element.dataset;
    if (answer !== pathname + search) continue;
    element.remove();
    return new Response(element.textContent, { headers: { "content-type": "application/json", date } });
  }
  return undefined;
}
