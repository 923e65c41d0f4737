import type { Bot } from "@botyard/client/browser";
import { printable } from "../../lib/printable.ts";
import { setSearch } from "../../lib/url.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { counts, type View } from "./view.ts";

/** How many bots have which status, which is also how to choose among them; and the search. */
export function Filters({ bots, view }: { bots: Bot[]; view: View }) {
  const kinds = [...new Set(bots.map((bot) => bot.custom_bot))].sort();
  const statuses = counts(bots);
  // A link may name a status that no bot has any more.
  if (view.status && !statuses.some(([status]) => status === view.status))
    statuses.push([view.status as Bot["status"], 0]);
  return (
    <div class="filters">
      <fieldset class="counts">
        <legend class="hidden-text">Status</legend>
        <Count name="all" count={bots.length} isChosen={view.status === undefined} />
        {statuses.map(([status, count]) => (
          <Count key={status} name={status} count={count} isChosen={view.status === status} />
        ))}
      </fieldset>
      <div class="filters-end">
        {kinds.length > 1 && (
          <label>
            <span class="hidden-text">Custom bot</span>
            <select
              value={view.customBot ?? ""}
              onChange={({ currentTarget: { value } }) => setSearch({ custom_bot: value, page: undefined })}
            >
              <option value="">All custom bots</option>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {printable(kind)}
                </option>
              ))}
            </select>
          </label>
        )}
        <SearchField
          label="Search"
          placeholder="Search by name or type"
          value={view.words}
          onSearch={(q) => setSearch({ q, page: undefined })}
        />
      </div>
    </div>
  );
}

function Count({ name, count, isChosen }: { name: string; count: number; isChosen: boolean }) {
  const status = name === "all" ? undefined : name;
  return (
    <button
      type="button"
      class="count"
      data-status={status}
      aria-pressed={isChosen}
      onClick={() => setSearch({ status: isChosen ? undefined : status, page: undefined })}
    >
      <b>{count.toLocaleString()}</b> {name.replace("_", " ")}
    </button>
  );
}
