import { printable } from "../../lib/printable.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { listCustomBots } from "./api/custom-bots.ts";

export default function CustomBotsPage() {
  const customBots = useResource(listCustomBots, []);
  return (
    <div class="stack page">
      <div class="page-head">
        <h1>Custom bots</h1>
      </div>
      <Panel flush>
        <Loaded resource={customBots} empty={(all) => all.length === 0 && <NoCustomBots />}>
          {(all) => (
            <Table
              name="Custom bots"
              columns={["Name", "Latest version", "Model", "Runtime", "Uploaded", "Description"]}
            >
              {all.map((one) => (
                <tr key={one.name}>
                  <th scope="row">
                    <a class="given" href={`/custom-bots/${encodeURIComponent(one.name)}`}>
                      {one.name}
                    </a>
                  </th>
                  <td>{one.version}</td>
                  <td>{one.type}</td>
                  <td class="nowrap">{one.runtime}</td>
                  <td>
                    <Ago time={one.updated_at} />
                  </td>
                  <td class="given sentence">{printable(one.description ?? "")}</td>
                </tr>
              ))}
            </Table>
          )}
        </Loaded>
      </Panel>
      {(customBots.value?.length ?? 0) > 0 && (
        <Panel title="Upload a version">
          <div class="stack">
            <p>In the folder of the package; a version is never replaced, so raise it first.</p>
            <Command text="platform custom-bot deploy" />
          </div>
        </Panel>
      )}
    </div>
  );
}

function NoCustomBots() {
  return (
    <Empty>
      <h2>No custom bots yet</h2>
      <p>Create a package, and upload it from its folder.</p>
      <Command text="platform custom-bot init my-bot --runtime python311" />
      <Command text="platform custom-bot deploy" />
    </Empty>
  );
}
