import { printable } from "../../lib/printable.ts";
import { search, setSearch } from "../../lib/url.ts";
import { Button } from "../../ui/button.tsx";
import { Json } from "../../ui/json.tsx";
import { Empty, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { fieldsOf } from "./schema-fields.ts";

/** What bots of a custom bot can be configured with, as a table or as the JSON of the package. */
export function SchemaPanel({ text }: { text: string }) {
  const fields = fieldsOf(text);
  const asJson = !fields || search.value.get("schema") === "json";
  return (
    <Panel
      title="Configuration"
      flush={!asJson && fields.length > 0}
      actions={
        fields && (
          <Button aria-pressed={asJson} onClick={() => setSearch({ schema: asJson ? undefined : "json" })}>
            JSON schema
          </Button>
        )
      }
    >
      {asJson ? (
        <Json text={text} />
      ) : fields.length === 0 ? (
        <Empty>It has no fields of its own.</Empty>
      ) : (
        <Table name="Configuration fields" columns={["Field", "Type", "Default", "Meaning"]}>
          {fields.map(({ path, type, required, rules, standard, description }) => (
            <tr key={path}>
              <th scope="row">
                <code class="given">{printable(path)}</code>
              </th>
              <td class="given">
                {printable(type)}
                {rules && <span class="soft">, {printable(rules)}</span>}
              </td>
              <td class="given">
                {standard !== undefined ? (
                  <code>{printable(standard)}</code>
                ) : (
                  <span class="soft">{required ? "required" : "none"}</span>
                )}
              </td>
              <td class="given">{description !== undefined && printable(String(description))}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
