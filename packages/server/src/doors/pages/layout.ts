import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { Html, html } from "./html.ts";

const style = `
:root{color-scheme:light dark;--line:#8885;--soft:#8881;--accent:#2456c4;--on-accent:#fff;--error:#b3261e}
@media (prefers-color-scheme:dark){:root{--accent:#9db8f5;--on-accent:#10203f;--error:#ff8a80}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;max-width:38rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:break-word}
body.wide{max-width:62rem}
header{opacity:.75;margin-bottom:2rem}
header a{color:inherit;text-decoration:none}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 1.2rem}
h2{margin:3rem 0 1rem}
h3{font-size:1.05rem;margin:0 0 .5rem;overflow-wrap:anywhere}
h4{font-size:.9rem;margin:1rem 0 .2rem}
a{color:var(--accent)}
code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
input,button{font:inherit;border-radius:.4rem;border:1px solid var(--line)}
input{display:block;width:100%;padding:.5rem .7rem;margin:.3rem 0 1rem;background:Field;color:FieldText}
button{padding:.5rem 1.1rem;margin:.3rem .5rem .3rem 0;min-height:2.75rem;cursor:pointer;background:var(--soft);color:CanvasText}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
.code{font-size:1.3rem;letter-spacing:.08em}
.error{border-left:.3rem solid var(--error);padding-left:.8rem}
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

/** Nothing is loaded, from here or elsewhere: there are no scripts, and the style is in the page. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Sends a page. */
export function sendPage(
  reply: FastifyReply,
  title: string,
  content: Html,
  { head, wide = false }: { head?: Html; wide?: boolean } = {},
): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Botyard</title>
<style>${new Html(style)}</style>${head}
</head>
<body${wide ? new Html(' class="wide"') : undefined}>
<header><a href="/">Botyard</a></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return reply
    .headers({
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
    })
    .type("text/html; charset=utf-8")
    .send(page.text);
}
