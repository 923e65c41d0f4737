/** The next ticks of a schedule, in its time zone and in the reader's. */
export function Ticks({ ticks, timezone }: { ticks: readonly string[]; timezone: string }) {
  const options = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
  const there = new Intl.DateTimeFormat(undefined, { ...options, timeZone: timezone });
  const here = new Intl.DateTimeFormat(undefined, options);
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Next runs in {timezone}</th>
            <th scope="col">In {here.resolvedOptions().timeZone}</th>
          </tr>
        </thead>
        <tbody>
          {ticks.map((tick) => (
            <tr key={tick}>
              <td>{there.format(Date.parse(tick))}</td>
              <td>{here.format(Date.parse(tick))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
