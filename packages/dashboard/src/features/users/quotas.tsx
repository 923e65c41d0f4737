import { quotaAmount, quotaTitle } from "../../domain/quota.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Scroll } from "../../ui/scroll.tsx";
import { listUsage } from "./api/usage.ts";

/** What each user has of each quota. */
export function Quotas() {
  const usage = useResource(listUsage, []);
  return (
    <Panel title="Quotas" flush>
      <Loaded resource={usage}>
        {(all) => (
          <Scroll name="Quotas">
            <table>
              <thead>
                <tr>
                  <th scope="col">User</th>
                  {all[0]?.quotas.map((quota) => (
                    <th scope="col" key={quota.name}>
                      {quotaTitle(quota)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {all.map(({ user_id, user_name, quotas }) => (
                  <tr key={user_id}>
                    <th scope="row" class="given">
                      {user_name}
                    </th>
                    {quotas.map((quota) => (
                      <td key={quota.name}>
                        {quotaAmount(quota, quota.used)}{" "}
                        <span class="soft">of {quotaAmount(quota, quota.limit)}</span>
                      </td>
                    ))}
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
