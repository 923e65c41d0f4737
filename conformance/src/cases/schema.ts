import { fromPlain } from "../json/index.ts";
import { layout } from "../json/layout.ts";
import { named, wholeCase } from "./case-form.ts";
import type { Form } from "./form.ts";

const rowText = "\\$\\{row\\.";
/** A value of the table's row, or text that contains one. */
const row = {
  anyOf: [
    {
      type: "object",
      properties: { $row: { type: "string" } },
      required: ["$row"],
      additionalProperties: false,
    },
    { type: "string", pattern: rowText },
  ],
};
/** An object with a key that contains a value of the row. */
const hasRowKey = { not: { propertyNames: { not: { pattern: rowText } } } };

/** Returns the text of `schema/case.schema.json`. */
export function caseSchema(): string {
  const names = new Map(Object.entries(named).map(([name, form]) => [form, name]));
  const nameOf = (form: Form) => {
    const name = names.get(form);
    return name === undefined ? rowed(form) : { $ref: `#/definitions/${name}` };
  };
  /** In its place may be a value of the row, except where any value may be. */
  const rowed = (form: Form): object =>
    Object.keys(form).length === 0 ? {} : { anyOf: [{ $ref: "#/definitions/row" }, bare(form)] };
  const bare = (form: Form): object => {
    const { items, properties, additionalProperties: others, oneOf } = form;
    return {
      ...form,
      ...(items ? { items: Array.isArray(items) ? items.map(nameOf) : nameOf(items) } : {}),
      ...(properties ? { properties: mapped(properties, nameOf), patternProperties: { [rowText]: {} } } : {}),
      ...(others ? { additionalProperties: nameOf(others) } : {}),
      // Ops differ only in a required key, which a row may give.
      ...(oneOf ? { oneOf: properties ? [...oneOf, hasRowKey] : oneOf.map(bare) } : {}),
    };
  };
  const { id, table } = wholeCase.properties;
  const whole = bare(wholeCase) as { properties: object };
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A case file of the conformance suite",
    description:
      "See docs/reference/conformance-cases.md. YAML whose plain scalars are JSON words, JSON numbers or clearly text.",
    type: "array",
    items: { $ref: "#/definitions/case" },
    definitions: {
      row,
      // They are read before the rows are filled in.
      case: { ...whole, properties: { ...whole.properties, id, table } },
      ...mapped(named, rowed),
    },
  };
  return `${layout(fromPlain(schema))}\n`;
}

const mapped = (forms: Record<string, Form>, change: (form: Form) => object): Record<string, object> =>
  Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, change(form)]));
