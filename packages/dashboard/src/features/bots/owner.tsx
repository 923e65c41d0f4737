import { printable } from "../../lib/printable.ts";
import { setSearch } from "../../lib/url.ts";
import { caller } from "../../platform/session.ts";
import { useResource } from "../../platform/use-resource.ts";
import { listOwners } from "./api/list-bots.ts";

/** For admins: whose bots are shown. */
export function Owner({ user }: { user: string | undefined }) {
  const owners = useResource(listOwners, [], { isUrgent: false });
  const names = new Set([...(owners.value ?? []), ...(user === undefined || user === "all" ? [] : [user])]);
  names.delete(caller.value?.user_name ?? "");
  return (
    <label>
      <span class="hidden-text">Owner</span>
      <select
        value={user ?? ""}
        onChange={({ currentTarget: { value } }) => setSearch({ user: value || undefined, page: undefined })}
      >
        <option value="">My bots</option>
        <option value="all">Bots of all users</option>
        {[...names].sort().map((name) => (
          <option key={name} value={name}>
            Bots of {printable(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
