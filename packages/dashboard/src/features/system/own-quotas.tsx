import { quotaAmount, quotaTitle } from "../../domain/quota.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Scroll } from "../../ui/scroll.tsx";
import { getUsage } from "./api/usage.ts";

/** What the caller has of each quota. */
export function OwnQuotas() {
  const usage = useResource(getUsage, []);
  return (
    <Panel title="Your quotas" flush>
      <Loaded resource={usage}>
        {({ quotas }) => (
          <Scroll name="Your quotas">
            <table>
              <thead>
                <tr>
                  <th scope="col">Quota</th>
                  <th scope="col">Used</th>
                  <th scope="col">Limit</th>
                  <th scope="col">Setting</th>
                </tr>
              </thead>
              <tbody>
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
              </tbody>
            </table>
          </Scroll>
        )}
      </Loaded>
    </Panel>
  );
}
