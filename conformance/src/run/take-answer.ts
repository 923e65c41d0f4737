import type { SeenAnswer } from "../model.ts";

/**
 * Parses the first complete answer of what was received, strictly by RFC 9112; interim answers (1xx) are skipped. Returns
 * undefined if it is incomplete.
 */
export function takeAnswer(
  received: string,
  isHead: boolean,
  closed: boolean,
): { answer: SeenAnswer; length: number } | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head === -1) {
    if (!closed || received === "") return undefined;
    return {
      answer: broken(`not an HTTP answer: ${JSON.stringify(received.slice(0, 100))}`),
      length: received.length,
    };
  }
  const [statusLine = "", ...lines] = received.slice(0, head).split("\r\n");
  const status = /^HTTP\/1\.[01] (\d{3})(?: [^\r\n]*)?$/.exec(statusLine)?.[1];
  if (status === undefined) {
    return {
      answer: broken(`not an HTTP status line: ${JSON.stringify(statusLine.slice(0, 100))}`),
      length: received.length,
    };
  }
  if (status.startsWith("1") && status !== "101") {
    const rest = takeAnswer(received.slice(head + 4), isHead, closed);
    return rest && { answer: rest.answer, length: rest.length + head + 4 };
  }
  const headers: [string, string][] = [];
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) {
      return {
        answer: broken(`an invalid header: ${JSON.stringify(line.slice(0, 100))}`),
        length: received.length,
      };
    }
    headers.push([name, value!]);
  }
  return takeBody(
    received,
    head + 4,
    { status: Number(status), headers, body: "", malformed: null },
    isHead,
    closed,
  );
}

function takeBody(
  received: string,
  start: number,
  answer: SeenAnswer,
  isHead: boolean,
  closed: boolean,
): { answer: SeenAnswer; length: number } | undefined {
  if (isHead) return { answer, length: start };
  const headerOf = (name: string) => answer.headers.find(([key]) => key.toLowerCase() === name)?.[1];
  if (headerOf("transfer-encoding") !== undefined) {
    return {
      answer: broken("the answer is sent in chunks, without Content-Length"),
      length: received.length,
    };
  }
  const given = headerOf("content-length");
  if (given === undefined || !/^\d+$/.test(given)) {
    if (!closed) return undefined;
    return { answer: { ...answer, body: received.slice(start) }, length: received.length };
  }
  const length = start + Number(given);
  if (received.length < length) {
    if (!closed) return undefined;
    return {
      answer: broken(`the answer ends after ${received.length - start} of ${given} bytes`),
      length: received.length,
    };
  }
  return { answer: { ...answer, body: received.slice(start, length) }, length };
}

const broken = (malformed: string): SeenAnswer => ({ status: 0, headers: [], body: "", malformed });
