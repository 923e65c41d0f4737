import { localZone, written } from "../lib/times.ts";
import { Scroll } from "../ui/scroll.tsx";

const shownAtMost = 5;

/** The next ticks of a schedule: in its time zone, in UTC and in the reader's. */
export function Ticks({ ticks, timezone }: { ticks: readonly string[]; timezone: string }) {
  const columns = [
    { zone: timezone, name: `In ${timezone}` },
    { zone: "UTC", name: "In UTC" },
    { zone: localZone, name: `Here (${localZone})` },
  ].filter(({ zone }, at, all) => all.findIndex((one) => one.zone === zone) === at);
  return (
    <Scroll name="Next runs">
      <table class="next-ticks small">
        <caption class="hidden-text">Next runs</caption>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ticks.slice(0, shownAtMost).map((tick) => (
            <tr key={tick}>
              {columns.map(({ zone }) => (
                <td key={zone}>
                  <time dateTime={tick}>{written("tick", Date.parse(tick), zone)}</time>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
