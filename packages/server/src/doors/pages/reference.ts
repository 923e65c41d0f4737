import type { FastifyPluginAsync } from "fastify";
import { described, type Html, html } from "./html.ts";
import { sendPage } from "./layout.ts";
import { fieldsOf, type Schema, typeOf } from "./schema-text.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
type Content = Record<string, { schema?: Schema }>;
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
}
interface Document {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** The API reference at `/docs`, made from the OpenAPI document. It has no script and loads nothing. */
export const referencePage = (): FastifyPluginAsync => async (app) => {
  let content: Html | undefined;
  app.get("/docs", { config: { scope: "public" }, schema: { hide: true } }, async (_request, reply) => {
    content ??= reference(app.swagger() as unknown as Document);
    return sendPage(reply, "API reference", content, { wide: true });
  });
};

function reference({ info, paths, components }: Document): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
  const tags = [...new Set(operations.map(({ tags: [tag = "other"] = [] }) => tag))];
  const of = (tag: string) => operations.filter(({ tags: [own = "other"] = [] }) => own === tag);
  return html`<p>Version ${info.version}. ${info.description} The document itself: <a href="/openapi.json">openapi.json</a>
(OpenAPI 3.1).</p>
<nav><ul class="index">${tags.map(
    (tag) =>
      html`<li><a href="#${tag}">${tag}</a><ul>${of(tag).map(({ operationId, method, path }) => html`<li><a href="#${operationId}"><code>${method} ${path}</code></a></li>`)}</ul></li>`,
  )}<li><a href="#schemas">schemas</a></li></ul></nav>
${tags.map((tag) => html`<h2 id="${tag}">${tag}</h2>${of(tag).map(operationSection)}`)}
<h2 id="schemas">schemas</h2>
${Object.entries(components?.schemas ?? {}).map(
  ([name, schema]) =>
    html`<section id="schema-${name}"><h3>${name}</h3>${paragraph(schema.description)}${fieldsOf(schema) ?? html`<p>${typeOf(schema)}</p>`}</section>`,
)}`;
}

function operationSection(operation: Operation & { method: string; path: string }): Html {
  const { operationId, method, path, summary, description, security, parameters = [] } = operation;
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return html`<section id="${operationId}">
<h3><code>${method} ${path}</code></h3>
<p>${described(summary)}. ${security?.length === 0 ? "Needs no API key." : undefined}</p>
${paragraph(description)}
${
  parameters.length > 0
    ? html`<h4>Parameters</h4><table>${parameters.map(
        ({ name, in: place, required, description, schema }) =>
          html`<tr><td><code>${name}</code></td><td>${place}${required ? ", required" : undefined}</td><td>${typeOf(schema)}</td><td>${described(description ?? schema.description)}</td></tr>`,
      )}</table>`
    : undefined
}
${bodies.map(([type, { schema }]) => html`<h4>Body, <code>${type}</code></h4>${bodyOf(schema)}`)}
<h4>Responses</h4>
<table>${Object.entries(operation.responses).map(
    ([status, { description, content = {} }]) =>
      html`<tr><td><code>${status}</code></td><td>${described(description)}</td><td>${Object.entries(
        content,
      ).map(
        ([type, { schema }]) => html`<code>${type}</code> ${schema ? typeOf(schema) : undefined}<br>`,
      )}</td></tr>`,
  )}</table>
</section>`;
}

const bodyOf = (schema: Schema | undefined) => schema && (fieldsOf(schema) ?? html`<p>${typeOf(schema)}</p>`);

const paragraph = (text: string | undefined) =>
  text === undefined ? undefined : html`<p>${described(text)}</p>`;
