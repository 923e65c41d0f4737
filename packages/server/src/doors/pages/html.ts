/** Markup. Everything else that is put into a template is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup from a template; values are escaped unless they are markup themselves. */
export function html(template: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(template.map((text, at) => (at === 0 ? text : markup(values[at - 1]) + text)).join(""));
}

/** Markup of a description: what is between backticks becomes code. */
export function described(text: string | undefined): Html | undefined {
  if (text === undefined) return undefined;
  const parts = text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

function markup(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(markup).join("");
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
}
