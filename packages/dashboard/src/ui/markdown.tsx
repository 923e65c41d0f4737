import { lexer, type Token, type Tokens } from "marked";
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { printable } from "../lib/printable.ts";

const longestRead = 200_000;

/**
 * A text in Markdown. Nothing of it becomes markup but what this page names: HTML in it is shown as text, links lead to web
 * pages only, and images are links, because the dashboard loads nothing from other hosts.
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text.slice(0, longestRead)), [text]);
  return <div class="markdown given">{blocks(tokens)}</div>;
}

function blocks(tokens: Token[] | undefined): ComponentChildren {
  return tokens?.map((token, index) => <Block key={index} token={token} />);
}

function Block({ token }: { token: Token }) {
  switch (token.type) {
    case "heading": {
      // The page has the first level itself.
      const Level = `h${Math.min(6, (token as Tokens.Heading).depth + 1)}` as "h2";
      return <Level>{inline(token.tokens)}</Level>;
    }
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "code":
      return <pre>{printable(token.text)}</pre>;
    case "blockquote":
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "space":
    case "def":
      return null;
    case "text":
      return <>{"tokens" in token && token.tokens ? inline(token.tokens) : printable(token.raw)}</>;
    default:
      return <p>{printable(token.raw)}</p>;
  }
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => <li key={index}>{blocks(item.tokens)}</li>);
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    <div class="table-scroll">
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
    </div>
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
      return <Link href={token.href}>{inline(token.tokens)}</Link>;
    case "image":
      return <Link href={token.href}>{printable(token.text || token.href)}</Link>;
    case "escape":
      return <>{token.text}</>;
    case "text":
      return <>{token.tokens ? inline(token.tokens) : printable(unescaped(token.text))}</>;
    default:
      return <>{printable(token.raw)}</>;
  }
}

function Link({ href, children }: { href: string; children: ComponentChildren }) {
  // A relative address would lead to a page of the dashboard.
  if (!/^(https?|mailto):/i.test(href)) return <span title={href}>{children}</span>;
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
