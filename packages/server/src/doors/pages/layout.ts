import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { Html, html } from "./html.ts";

const style = `
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}
body.wide{max-width:60rem}
input,button{font:inherit;padding:.4rem .7rem}
input{display:block;width:100%;box-sizing:border-box;margin:.3rem 0 1rem}
code,pre{font-family:ui-monospace,monospace}
pre{overflow:auto}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8884}
h2{margin-top:2.5rem}
section{margin:1.5rem 0;padding-top:.5rem;border-top:1px solid #8884}
.error{border-left:.3rem solid #c33;padding-left:.8rem}
.deprecated{opacity:.6}
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
<meta name="viewport" content="width=device-width">
<title>${title} · Botyard</title>
<style>${new Html(style)}</style>${head}
</head>
<body${wide ? new Html(' class="wide"') : undefined}>
<h1>${title}</h1>
${content}
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
