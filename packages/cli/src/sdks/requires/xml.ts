/** An element of an XML document, by its place in the text. */
export interface Element {
  /** The names from the root to the element, joined by `/`. */
  path: string;
  /** The text of its attributes. */
  attributes: string;
  /** Where the element is, and its content. An empty element has its content at its end. */
  start: number;
  end: number;
  inner: { start: number; end: number };
}

/** A change of a text. */
export interface Edit {
  start: number;
  end: number;
  by: string;
}

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([\w.:-]+)((?:[^"'>/]|"[^"]*"|'[^']*'|\/(?!>))*)(\/?)>/g;

/** Returns the elements of a document in the order of their ends; those in comments are not among them. */
export function elementsOf(text: string): Element[] {
  const elements: Element[] = [];
  const open: { name: string; attributes: string; start: number; inner: number }[] = [];
  for (const match of text.matchAll(token)) {
    const [all, closing, name, attributes = "", empty] = match;
    if (name === undefined) continue;
    const [start, end] = [match.index, match.index + all.length];
    if (!closing) open.push({ name, attributes, start, inner: end });
    if (!closing && !empty) continue;
    const path = open.map((one) => one.name).join("/");
    const begun = open.pop();
    if (begun === undefined) break;
    const inner = { start: begun.inner, end: closing ? start : end };
    elements.push({ path, attributes: begun.attributes, start: begun.start, end, inner });
  }
  return elements;
}

/** Returns the text in an element's child; undefined if there is none. */
export function childText(text: string, parent: Element, name: string): string | undefined {
  const child = elementsOf(text.slice(parent.inner.start, parent.inner.end)).find(
    ({ path }) => path === name,
  );
  if (child === undefined) return undefined;
  const { start, end } = child.inner;
  return text.slice(parent.inner.start + start, parent.inner.start + end).trim();
}

/** Returns a text with changes that do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, { start, end, by }) => left.slice(0, start) + by + left.slice(end), text);
}

/** Adds lines at the end of an element, one level deeper than its end tag. */
export function appended(text: string, { inner }: Element, lines: readonly string[]): Edit {
  const before = text.slice(0, inner.end);
  const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1];
  const start = indent === undefined ? inner.end : inner.end - indent.length;
  const added = lines.map((line) => `${indent ?? ""}  ${line}\n`).join("");
  return { start, end: inner.end, by: `${indent === undefined ? "\n" : ""}${added}${indent ?? ""}` };
}
