import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { coloursOf } from "./colours.ts";
import { pageHeaders } from "./headers.ts";
import { Html, html } from "./html.ts";
import { needs, script, scriptSource } from "./script.ts";

/** The colours and measures are those of the dashboard, `packages/dashboard/src/styles/tokens.css`. */
const style = `
:root{color-scheme:light dark}
[data-theme=light]{color-scheme:light}
[data-theme=dark]{color-scheme:dark}
:root{--page:light-dark(#f5f6f8,#0f1216);--surface:light-dark(#fff,#171b21);--sunken:light-dark(#eceef2,#0b0e12);
--line:light-dark(#d9dde3,#2b323c);--line-strong:light-dark(#8a94a3,#667182);--text:light-dark(#1a1f26,#e6e9ee);--text-soft:light-dark(#545d6b,#a3adbb);
--accent:light-dark(#2456c9,#85aaff);--accent-fill:light-dark(#2b5fd9,#2f62d8);--bad:light-dark(#b3261e,#ff8a80);--bad-soft:light-dark(#fde7e5,#3d1715)}
*{box-sizing:border-box}
body{font:.9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;max-width:28rem;margin:0 auto;padding:10vh 1rem 3rem;
overflow-wrap:break-word;background:var(--page);color:var(--text)}
body.wide{max-width:72rem;padding-top:1.5rem}
main{padding:1.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface)}
header{margin-bottom:1rem}
header a{display:inline-flex;align-items:center;gap:.6rem;color:inherit;font-weight:650;text-decoration:none}
header svg{width:1.5rem;height:1.5rem}
.soft{color:var(--text-soft);font-size:.8125rem}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 1rem}
h2{margin:3rem 0 1rem}
h3{font-size:1.05rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h4{font-size:.9rem;margin:1rem 0 .2rem}
a{color:var(--accent)}
code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
input,button{font:inherit;border-radius:.3125rem;border:1px solid var(--line-strong)}
input{display:block;width:100%;padding:.5rem .7rem;margin:.3rem 0 1rem;background:var(--surface);color:inherit}
button{padding:.5rem 1.1rem;margin:.3rem .5rem .3rem 0;min-height:2.5rem;cursor:pointer;background:var(--surface);color:inherit}
button:hover{background:var(--sunken)}
button.main{background:var(--accent-fill);border-color:transparent;color:#fff}
button.main:hover{background:color-mix(in srgb,var(--accent-fill),black 12%)}
@media (forced-colors:active){button.main{border-color:ButtonText}}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
.code{font-size:1.3rem;letter-spacing:.08em}
.error{margin:0 0 1rem;padding:.5rem .9rem;border:1px solid;border-radius:.3125rem;background:var(--bad-soft);color:var(--bad)}
.wide td:first-child{min-width:8rem}
.index{columns:21rem;column-gap:2rem;padding:0;margin:1.5rem 0}
.index li{list-style:none}
.index>li{break-inside:avoid;padding-bottom:1rem}
.index ul{padding:0;font-size:.85rem}
.index ul a{text-decoration:none}
section{margin:1.5rem 0;padding-top:1rem;border-top:1px solid var(--line)}
@media (max-width:40rem){
.wide table,.wide tbody,.wide tr,.wide td:last-child{display:block}
.wide tr{border-bottom:1px solid var(--line);padding:.4rem 0}
.wide td{display:inline;border:0;padding:0 .6rem 0 0}
.wide td table{padding-left:1rem}
}
`;

/** Nothing is loaded, from here or elsewhere: the style is in the page, and so is the script, if it has one. */
const directives = [`style-src 'sha256-${hash("sha256", style, "base64")}'`];
const scriptedDirectives = [
  ...directives,
  `script-src ${scriptSource}`,
  "require-trusted-types-for 'script'",
];

/** As in the dashboard; in the page itself, because the page loads nothing. */
const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#2b5fd9"/><path d="M6 21l6-7 5 4 9-10" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Sends a page; a `scripted` one has the script that keeps the page key. */
export function sendPage(
  reply: FastifyReply,
  title: string,
  content: Html,
  { head, wide = false, scripted = false }: { head?: Html; wide?: boolean; scripted?: boolean } = {},
): FastifyReply {
  const page = html`<!doctype html>
<html lang="en"${coloursOf(reply.request)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Botyard</title>
<style>${new Html(style)}</style>${head}
</head>
<body${wide ? new Html(' class="wide"') : undefined}>
<header><a href="/">${mark}Botyard</a></header>
<main>
<h1>${title}</h1>
${scripted ? needs : undefined}${content}
</main>${
    scripted
      ? html`
<script>${new Html(script)}</script>`
      : undefined
  }
</body>
</html>
`;
  return reply
    .headers(pageHeaders(scripted ? scriptedDirectives : directives))
    .type("text/html; charset=utf-8")
    .send(page.text);
}
