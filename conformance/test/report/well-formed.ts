/** An element of an XML document. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const token = /<\?xml [^?]*\?>|<(\/?)([A-Za-z][\w-]*)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/**
 * Parses XML strictly.
 *
 * @throws {Error} if the document is not well-formed or contains a character that XML 1.0 does not allow
 */
export function readXml(xml: string): Element {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error("a forbidden character");
  const top: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const found = token.exec(xml);
    if (!found) throw new Error(`no XML at ${at}: ${xml.slice(at, at + 40)}`);
    const [, closing, name, attributes, empty, text] = found;
    const inner = open.at(-1)!;
    if (text !== undefined) inner.text += plain(text);
    if (name === undefined) continue;
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    const element: Element = { name, attributes: attributesOf(attributes ?? ""), children: [], text: "" };
    inner.children.push(element);
    if (!empty) open.push(element);
  }
  if (open.length !== 1 || top.children.length !== 1 || top.text.trim() !== "")
    throw new Error("not one element");
  return top.children[0]!;
}

function attributesOf(text: string): Record<string, string> {
  const all = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(
    ([, name, value]) => [name!, plain(value!)] as const,
  );
  if (new Set(all.map(([name]) => name)).size !== all.length) throw new Error("an attribute twice");
  return Object.fromEntries(all);
}

function plain(text: string): string {
  if (text.includes("]]>")) throw new Error("]]> in a text");
  return text.replace(/&(?:(\w+);)?/g, (whole, name: string | undefined) => {
    const char = name === undefined ? undefined : { amp: "&", lt: "<", gt: ">", quot: '"' }[name];
    if (char === undefined) throw new Error(`${whole} is no entity`);
    return char;
  });
}
