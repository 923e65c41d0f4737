import { quotaAmount, quotaTitle } from "../../domain/quota.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { getUsage } from "./api/usage.ts";

/** What the caller has of each quota. */
export function OwnQuotas() {
  const usage = useResource(getUsage, []);
  return (
    <Panel title="Your quotas" flush>
      <Loaded resource={usage}>
        {({ quotas }) => (
          <Table name="Your quotas" columns={["Quota", "Used", "Limit", "Setting"]}>
            {quotas.map((quota) => (
              <tr key={quota.name}>
                <th scope="row">{quotaTitle(quota)}</th>
                <td>{quotaAmount(quota, quota.used)}</td>
                <td>{quotaAmount(quota, quota.limit)}</td>
                <td>
                  <code>{quota.setting}</code>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Panel>
  );
}
