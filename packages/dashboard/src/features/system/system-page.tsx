import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Status } from "../../ui/status.tsx";
import { getSystem } from "./api/health.ts";

export default function SystemPage() {
  const system = useResource(getSystem, []);
  return (
    <>
      <div class="page-head">
        <h1>System</h1>
        <div class="actions">
          <Button onClick={system.reload}>Reload</Button>
        </div>
      </div>
      <Loaded resource={system}>
        {({ health, obstacle }) => (
          <>
            <Panel title="Health">
              <dl class="facts">
                <div>
                  <dt>Bots can be started</dt>
                  <dd>
                    <Status tone={obstacle ? "bad" : "good"}>{obstacle ? "no" : "yes"}</Status>
                  </dd>
                </div>
                <div>
                  <dt>Version</dt>
                  <dd>{health.version}</dd>
                </div>
                <div>
                  <dt>Running for</dt>
                  <dd>{duration(health.uptime_seconds)}</dd>
                </div>
              </dl>
              {obstacle && <p class="given">{obstacle}</p>}
            </Panel>
            <Panel title="Isolation of bots">
              <dl class="facts">
                <div>
                  <dt>In force</dt>
                  <dd>
                    <Status tone={health.isolation.isolation === "none" ? "warn" : "good"}>
                      {health.isolation.isolation}
                    </Status>
                  </dd>
                </div>
                <div>
                  <dt>Engine</dt>
                  <dd>{health.isolation.engine}</dd>
                </div>
                <div>
                  <dt>Limits</dt>
                  <dd>{health.isolation.limits}</dd>
                </div>
              </dl>
              {health.isolation.reasons.map((reason) => (
                <p class="soft given" key={reason}>
                  {reason}
                </p>
              ))}
            </Panel>
            <Panel title="More">
              <ul>
                <li>
                  <a href="/docs" data-reload>
                    API reference
                  </a>
                </li>
                <li>
                  <a href="/device" data-reload>
                    Approve the sign-in of a device
                  </a>
                </li>
              </ul>
            </Panel>
          </>
        )}
      </Loaded>
    </>
  );
}

function duration(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return [days && `${days} d`, hours && `${hours} h`, `${minutes} min`].filter(Boolean).join(" ");
}
