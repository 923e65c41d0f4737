import { download } from "../../lib/download.ts";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Panel } from "../../ui/panel.tsx";
import { getPrometheus } from "./api/system.ts";

const links = [
  ["/docs", "API reference"],
  ["/openapi.json", "OpenAPI document"],
  ["/device", "Approve the sign-in of a device"],
  ["/third-party-notices.txt", "Licences of software in this dashboard"],
] as const;

/** Other pages of the platform, and its own metrics. A link to those would not have the page key. */
export function More() {
  const save = useAction(async () => download("metrics.txt", "text/plain", [await getPrometheus()]));
  return (
    <Panel title="More">
      <ul>
        {links.map(([at, name]) => (
          <li key={at}>
            <a href={at} data-reload>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <div class="stack">
        <div class="actions">
          <Button disabled={save.running} onClick={() => void save.run()}>
            Save the metrics for Prometheus
          </Button>
        </div>
        {save.error !== undefined && <Failure error={save.error} />}
      </div>
    </Panel>
  );
}
