import { type Token, type Tokens, walkTokens } from "marked";
import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { printable } from "../lib/printable.ts";
import { longestRead, readMarkdown } from "./markdown-tokens.ts";
import { Scroll } from "./scroll.tsx";

/**
 * A text in Markdown. Nothing of it becomes markup but what this page names: HTML in it is shown as text, links lead to web
 * pages only, and images are links, because the dashboard loads nothing from other hosts.
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  const levels = useMemo(() => levelsOf(tokens ?? []), [tokens]);
  return (
    <Levels.Provider value={levels}>
      <div class="markdown given">
        {tokens ? blocks(tokens) : <Code text={text.slice(0, longestRead)} />}
        {!tokens && <p class="soft small">It is shown as plain text: its layout is too complicated.</p>}
        {text.length > longestRead && (
          <p class="soft small">
            The first {longestRead.toLocaleString()} of {text.length.toLocaleString()} characters are shown.
          </p>
        )}
      </div>
    </Levels.Provider>
  );
}

const Levels = createContext(new Map<Token, number>());

/** The levels of the headings: under that of the panel, and each at most one deeper than the one before. */
function levelsOf(tokens: Token[]): Map<Token, number> {
  const levels = new Map<Token, number>();
  const outer: number[] = [];
  walkTokens(tokens as Parameters<typeof walkTokens>[0], (token) => {
    if (token.type !== "heading") return;
    while (outer.length > 0 && outer.at(-1)! >= token.depth) outer.pop();
    outer.push(token.depth);
    levels.set(token, Math.min(6, 2 + outer.length));
  });
  return levels;
}

function blocks(tokens: Token[] | undefined): ComponentChildren {
  return tokens?.map((token, index) => <Block key={index} token={token} />);
}

function Block({ token }: { token: Token }) {
  switch (token.type) {
    case "heading":
      return <Heading token={token} />;
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "code":
      return <Code text={token.text} />;
    case "blockquote":
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "checkbox":
      return <>{token.checked ? "☑ " : "☐ "}</>;
    case "space":
    case "def":
      return null;
    case "html":
      return isComment(token) ? null : <p>{printable(token.raw)}</p>;
    case "text":
      return <>{"tokens" in token && token.tokens ? inline(token.tokens) : printable(token.raw)}</>;
    default:
      return <p>{printable(token.raw)}</p>;
  }
}

function Heading({ token }: { token: Token }) {
  const Level = `h${useContext(Levels).get(token) ?? 6}` as "h3";
  return <Level>{inline("tokens" in token ? token.tokens : undefined)}</Level>;
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, and the keyboard must reach its end
    <pre tabIndex={0}>
      <code>{printable(text)}</code>
    </pre>
  );
}

/** Notes to the tools of the author, such as a table of contents; not for readers. */
const isComment = ({ raw }: Token) => /^\s*<!--[\s\S]*?-->\s*$/.test(raw);

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => <li key={index}>{blocks(item.tokens)}</li>);
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    <Scroll name="Table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col">
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index}>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function inline(tokens: Token[] | undefined): ComponentChildren {
  return tokens?.map((token, index) => <Inline key={index} token={token} />);
}

function Inline({ token }: { token: Token }): JSX.Element {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "del":
      return <del>{inline(token.tokens)}</del>;
    case "codespan":
      return <code>{printable(token.text)}</code>;
    case "br":
      return <br />;
    case "link":
      // A badge is an image in a link: one link, not two.
      return <Link href={token.href}>{inline(token.tokens?.map(asText))}</Link>;
    case "image":
      return <Link href={token.href}>{printable(token.text || token.href)}</Link>;
    case "html":
      return <>{isComment(token) ? null : printable(token.raw)}</>;
    case "escape":
      return <>{token.text}</>;
    case "text":
      return <>{token.tokens ? inline(token.tokens) : printable(unescaped(token.text))}</>;
    default:
      return <>{printable(token.raw)}</>;
  }
}

const asText = (token: Token): Token =>
  token.type === "image"
    ? ({ type: "text", raw: token.raw, text: token.text || token.href } as Tokens.Text)
    : token;

function Link({ href, children }: { href: string; children: ComponentChildren }) {
  // A relative address would lead to a page of the dashboard.
  if (!/^(https?|mailto):/i.test(href)) return <span title={printable(href)}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** The usual entities, which are all that a text for people needs. */
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => entities[name]!);
