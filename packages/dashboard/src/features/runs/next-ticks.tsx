interface Props {
  ticks: readonly string[];
  /** Of the schedule. */
  timezone: string | undefined;
}

const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
const shownAtMost = 5;

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat(undefined, {
    ...{ weekday: "short", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" },
    ...{ hourCycle: "h23", timeZoneName: "short", timeZone },
  });

/** The next ticks in the zone of the schedule and, if it is another, in that of the reader. */
export function NextTicks({ ticks, timezone = "UTC" }: Props) {
  if (ticks.length === 0)
    return <p class="soft small">No next tick: the bot is stopped, or its schedule has ended.</p>;
  const zones = timezone === local ? [local] : [timezone, local];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls with the keyboard where it is narrow
    <section class="table-scroll" tabIndex={0} aria-label="Next ticks">
      <table class="next-ticks small">
        <thead>
          <tr>
            {zones.map((zone, at) => (
              <th key={zone} scope="col">
                {at === 0 ? "Next ticks" : "Your time"} ({zone})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ticks.slice(0, shownAtMost).map((tick) => (
            <tr key={tick}>
              {zones.map((zone) => (
                <td key={zone}>{formatOf(zone).format(Date.parse(tick))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
