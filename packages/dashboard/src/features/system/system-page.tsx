import type { System } from "@botyard/client/browser";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Status } from "../../ui/status.tsx";
import { Table } from "../../ui/table.tsx";
import { Ago } from "../../ui/time.tsx";
import { amount } from "./amount.ts";
import { getSystem } from "./api/system.ts";
import { More } from "./more.tsx";
import { OwnQuotas } from "./own-quotas.tsx";

const parts: Record<string, string> = {
  store: "Database",
  disk: "Disk",
  data_folder: "Original data",
  isolation: "Start of bots",
  secrets: "Secrets",
  backup: "Scheduled backups",
};
/** Who enforces the limits of a bot. */
const enforcers: Record<string, string> = { cgroup: "the kernel (cgroup)", watched: "the platform" };

export default function SystemPage() {
  const system = useResource(getSystem, []);
  return (
    <div class="stack page">
      <div class="page-head">
        <h1>System</h1>
        <div class="actions">
          <Button onClick={system.reload}>Reload</Button>
        </div>
      </div>
      <Loaded resource={system}>
        {(value) => (
          <>
            <Platform system={value} />
            <Isolation isolation={value.isolation} />
            <Commitments commitments={value.commitments ?? []} />
            <OwnQuotas />
            <Limits limits={value.limits} />
            <More />
          </>
        )}
      </Loaded>
      {/* Not while the page loads: it would be moved down by what comes. */}
      {!system.value && system.error !== undefined && <More />}
    </div>
  );
}

function Platform({ system: { version, started_at, health, backup, data_dir } }: { system: System }) {
  return (
    <Panel title="Platform">
      <div class="stack">
        <dl class="facts">
          <div>
            <dt>Version</dt>
            <dd>{version}</dd>
          </div>
          <div>
            <dt>Started</dt>
            <dd>
              <Ago time={started_at} />
            </dd>
          </div>
          {backup && (
            <div>
              <dt>Last backup</dt>
              <dd>{backup.last ? <Ago time={backup.last.created_at} /> : "none"}</dd>
            </div>
          )}
          {health.map(({ name, status }) => (
            <div key={name}>
              <dt>{parts[name] ?? name}</dt>
              <dd>
                <Status tone={status === "ok" ? "good" : "bad"}>{status}</Status>
              </dd>
            </div>
          ))}
          {data_dir && (
            <div class="fact-wide">
              <dt>Data folder</dt>
              <dd class="given">
                <code>{data_dir}</code>
              </dd>
            </div>
          )}
        </dl>
        {health.map(
          ({ name, detail }) =>
            detail !== null && (
              <p class="given" key={name}>
                <strong>{parts[name] ?? name}:</strong> {detail}
              </p>
            ),
        )}
      </div>
    </Panel>
  );
}

const networks: Record<string, string> = {
  own: "what each bot's network lists",
  host: "that of this machine, for every bot",
  unavailable: "only that of this machine",
};

function Isolation({
  isolation: { engine, isolation, limits, network, reasons },
}: Pick<System, "isolation">) {
  const tone = isolation === "undetermined" ? "bad" : isolation === "none" ? "warn" : "good";
  return (
    <Panel title="Isolation of bots">
      <div class="stack">
        <dl class="facts">
          <div>
            <dt>In force</dt>
            <dd>
              <Status tone={tone}>{isolation}</Status>
            </dd>
          </div>
          <div>
            <dt>Engine</dt>
            <dd>{engine}</dd>
          </div>
          <div>
            <dt>Limits enforced by</dt>
            <dd>{enforcers[limits] ?? limits}</dd>
          </div>
          {network !== undefined && (
            <div>
              <dt>Network of bots</dt>
              <dd>
                <Status tone={network === "own" ? "good" : "warn"}>{networks[network] ?? network}</Status>
              </dd>
            </div>
          )}
        </dl>
        {reasons.length > 0 && (
          <div>
            <h3>Why it is so</h3>
            <ul class="soft">
              {reasons.map((reason) => (
                <li class="given" key={reason}>
                  {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Panel>
  );
}

const resources: Record<string, string> = { memory: "Memory", cpus: "Processors", disk: "Disk space" };

/** What bots may use together, beside what there is. */
function Commitments({ commitments }: Pick<System, "commitments">) {
  return (
    <Panel title="Resources of bots" flush>
      <Table name="Resources of bots" columns={["Resource", "Bots may use", "Available"]}>
        {commitments.map(({ name, unit, committed, available, detail }) => (
          <tr key={name}>
            <th scope="row">
              {resources[name] ?? name}
              {detail !== null && <p class="soft small">{detail}</p>}
            </th>
            <td>{amount(committed, unit)}</td>
            <td>{amount(available, unit)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function Limits({ limits }: Pick<System, "limits">) {
  return (
    <Panel title="Limits" flush>
      <Table name="Limits" columns={["Limit", "Value", "Default", "Setting"]}>
        {limits.map(({ name, setting, value, default: standard, unit }) => (
          <tr key={name}>
            <th scope="row">{name.replaceAll("_", " ").replace(/ (bytes|ms|seconds|minutes)$/, "")}</th>
            <td>{amount(value, unit)}</td>
            <td class="soft">{value === standard ? "same" : amount(standard, unit)}</td>
            <td>
              <code>{setting}</code>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
