import { Scroll } from "../../ui/scroll.tsx";

/** The next ticks of a schedule: in its time zone, in UTC and in the reader's. */
export function Ticks({ ticks, timezone }: { ticks: readonly string[]; timezone: string }) {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const columns = [
    { zone: timezone, name: `In ${timezone}` },
    { zone: "UTC", name: "In UTC" },
    { zone: here, name: `Here (${here})` },
  ].filter(({ zone }, at, all) => all.findIndex((one) => one.zone === zone) === at);
  return (
    <Scroll name="Next runs">
      <table>
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
          {ticks.map((tick) => (
            <tr key={tick}>
              {columns.map(({ zone }) => (
                <td key={zone}>
                  <time dateTime={tick}>{written(tick, zone)}</time>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function written(tick: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    ...{ weekday: "short", day: "2-digit", month: "short", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit", timeZoneName: "shortOffset", timeZone },
  });
  return format
    .format(Date.parse(tick))
    .replace("GMT", "UTC")
    .replace(/UTC\+0$/, "UTC");
}
