import { Fragment } from "preact";

const always: [keys: string[], meaning: string][] = [
  [["←", "→"], "move the cursor"],
  [["Shift"], "by ten"],
  [["Home", "End"], "first, last"],
  [["+", "−"], "zoom"],
  [["PgUp", "PgDn"], "earlier, later"],
  [["0"], "show all"],
];
const ofMarkers: [string[], string] = [["P", "N"], "previous, next signal"];

/** What the keys do in a chart that has the focus. */
export function KeyHelp({ id, hasMarkers }: { id: string; hasMarkers: boolean }) {
  const all = hasMarkers ? [...always, ofMarkers] : always;
  return (
    <p id={id} class="small chart-keys">
      {all.map(([keys, meaning], index) => (
        <Fragment key={meaning}>
          {index > 0 && ", "}
          <span class="nowrap">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{" "}
            {meaning}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
