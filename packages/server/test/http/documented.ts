import { Ajv2020 } from "ajv/dist/2020.js";

interface Operation {
  operationId: string;
  security?: unknown[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
export interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

/** Reports answers whose path, status, content type or schema is not in the OpenAPI document. */
export class Documented {
  readonly document: Document;
  readonly #ajv: Ajv2020;

  constructor(document: Document) {
    this.document = document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    this.#ajv.addSchema(document, "document");
  }

  /** Returns `undefined` for a path that is not in the document. */
  operation(method: string, path: string): { operation: Operation; pointer: string } | undefined {
    for (const [template, methods] of Object.entries(this.document.paths)) {
      const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`);
      const operation = methods[method.toLowerCase()];
      if (!operation || !pattern.test(path)) continue;
      const escaped = template.replaceAll("~", "~0").replaceAll("/", "~1");
      return { operation, pointer: `#/paths/${encodeURIComponent(escaped)}/${method.toLowerCase()}` };
    }
    return undefined;
  }

  problemsOf(
    method: string,
    path: string,
    status: number,
    contentType: string | null,
    text: string,
  ): string[] {
    const found = this.operation(method, path);
    if (!found) return status === 404 || status === 405 ? [] : [`${method} ${path} is not in the document`];
    const { responses } = found.operation;
    const name = [String(status), `${String(status)[0]}xx`, `${String(status)[0]}XX`].find(
      (key) => key in responses,
    );
    if (name === undefined) return [`${found.operation.operationId} does not document ${status}`];
    const content = responses[name]?.content;
    const type = contentType?.split(";")[0] ?? "none";
    // Answers of bots to queries may be any JSON.
    if (found.operation.operationId === "queryBot" && type === "application/json") return [];
    if (text === "") return content && status < 300 && status !== 204 ? [`${status} without a body`] : [];
    const known = content ?? {};
    if (!(type in known)) return [`${found.operation.operationId} ${status} does not document ${type}`];
    if (!type.includes("json")) return [];
    const part = `${found.pointer}/responses/${name}/content/${encodeURIComponent(type.replaceAll("/", "~1"))}/schema`;
    const validate = this.#ajv.getSchema(`document${part}`);
    if (!validate) return [`no schema at ${part}`];
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }
}
