/** Texts that become something else where a page, a terminal, an object or a spreadsheet trusts them. */
export const hostile = [
  "<script>window.ran=1;alert(1)</script>",
  '<img src=x onerror="window.ran=1;alert(2)">',
  "<iframe src=http://other.example></iframe>",
  "javascript:window.ran=1",
  "\u202Egnp.exe\u2066",
  "\u001b[31mred\u001b[0m\u0000\u0007",
  "__proto__",
  "constructor",
  '=HYPERLINK("http://other.example","x")',
];

const tall = `${"z".repeat(5_000)}\n\n${"word ".repeat(20_000)}`;

/** A readme that does what a page must not do, and whose layout is simple. */
export const readme = `# <script>window.ran=1</script> Readme

<script>window.ran=1;alert(1)</script>
<img src="http://other.example/a.png" onerror="window.ran=1"> <style>body{display:none}</style>

[run](javascript:window.ran=1) [page](data:text/html,<script>window.ran=1</script>) [web](https://other.example/page)
![picture](https://other.example/picture.png) ![inline](data:image/svg+xml,<svg/onload=window.ran=1>) <https://other.example>

\u202Eesrever \u001b[31mred\u001b[0m

\`\`\`
${"code ".repeat(2_000)}
\`\`\`

${tall}
`;

/** A readme of a megabyte whose emphasis a reader of Markdown looks at for minutes. */
export const endlessReadme = "_a_".repeat(350_000).slice(0, 1_000_000);
