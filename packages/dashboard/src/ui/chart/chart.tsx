import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import uPlot from "uplot";
import { printable } from "../../lib/printable.ts";
import { written, zoneName } from "../../lib/times.ts";
import { readColours, useColourScheme } from "./colours.ts";
import { drawn } from "./drawn.ts";
import type { Column } from "./gaps.ts";
import { KeyHelp } from "./key-help.tsx";
import { onChartKey } from "./keys.ts";
import { Legend } from "./legend.tsx";
import { type Marker, markerNear } from "./markers.ts";
import { indexNear, place } from "./near.ts";
import { withUnit } from "./numbers.ts";
import { optionsOf, type Series } from "./options.ts";
import { useSeen } from "./use-seen.ts";

interface Props {
  /** What the chart shows, in a sentence, for readers who do not see it. */
  summary: string;
  series: readonly Series[];
  /** Seconds since the epoch, ascending. */
  times: number[];
  /** One column for each of the series. */
  columns: Column[];
  /** Of all values, such as `%`. */
  unit?: string;
  markers?: readonly Marker[];
  /** The time shown, in seconds. */
  range: readonly [number, number];
  syncKey?: string;
  height?: number;
  onZoom(from: number, to: number): void;
  /** Shows the whole range again. */
  onReset(): void;
  onToggle(label: string): void;
}

/** Lines over time; {@link KeyHelp} says what the keys do. Drawn from when it is first seen. */
export function Chart(props: Props) {
  const { series, times, columns, unit = "", range, syncKey, height = 260 } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [index, setIndex] = useState<number | null>(null);
  const [byKey, setByKey] = useState(false);
  const seen = useSeen(host);
  const keys = useId();
  const scheme = useColourScheme();
  const colours = useMemo(readColours, [scheme]);
  const shape = JSON.stringify([series, unit, height, syncKey, scheme, zoneName()]);

  // A new chart only for another shape; data are set below.
  useLayoutEffect(() => {
    if (!seen) return;
    const element = host.current!;
    const made = new uPlot(
      optionsOf({
        width: element.clientWidth,
        height,
        series,
        unit,
        colours,
        syncKey,
        range: () => latest.current.range,
        markers: () => latest.current.markers ?? [],
        onCursor: ({ cursor }) => setIndex(cursor.idx ?? null),
        onZoom: (from, to) => latest.current.onZoom(from, to),
      }),
      dataOf(latest.current),
      element,
    );
    chart.current = made;
    const resized = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== made.width)
        made.setSize({ width: element.clientWidth, height });
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
      chart.current = undefined;
    };
  }, [shape, seen]);

  useLayoutEffect(() => {
    chart.current?.setData(dataOf(latest.current));
  }, [times, columns, range[0], range[1]]);
  useLayoutEffect(() => chart.current?.redraw(), [props.markers]);

  const markers = props.markers ?? [];
  const within = (range[1] - range[0]) * place;
  const values = columns.map((column) => valueAt(times, column, index, within));
  // Without a cursor, the last one.
  const marker = index === null ? markers.at(-1) : markerNear(markers, times[index]!, 10 * within);
  const readout = [
    ...(marker ? [marker.text] : []),
    ...series.flatMap(({ label, shown }, at) =>
      shown && values[at] !== null ? [`${printable(label)} ${withUnit(values[at], unit)}`] : [],
    ),
  ];
  return (
    <figure class="chart">
      <div
        ref={host}
        class="chart-canvas"
        role="application"
        aria-label={props.summary}
        aria-roledescription="chart"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the cursor
        tabIndex={0}
        aria-describedby={keys}
        aria-keyshortcuts="ArrowLeft ArrowRight Home End PageUp PageDown + - 0 N P"
        data-last-ts={times.at(-1)}
        style={{ minHeight: `${height}px` }}
        onKeyDown={(event) => {
          if (onChartKey(event, chart.current, latest.current)) setByKey(true);
        }}
        onBlur={() => setByKey(false)}
        onDblClick={props.onReset}
      />
      <figcaption>
        <Legend
          series={series}
          colours={colours.series}
          values={values}
          unit={unit}
          time={index === null ? times.at(-1) : times[index]}
          onToggle={props.onToggle}
        />
        {/* The line stays if there is no marker near the cursor, so that nothing jumps. */}
        {markers.length > 0 && (
          <p class="small marker">
            {marker && (
              <>
                <span data-side={marker.kind} aria-hidden="true">
                  {marker.kind === "buy" ? "▲" : "▼"}
                </span>{" "}
                <span class="given">{printable(marker.text)}</span>
              </>
            )}
          </p>
        )}
        <KeyHelp id={keys} hasMarkers={markers.length > 0} />
        <output class="hidden-text" aria-live="polite">
          {byKey && index !== null && times[index] !== undefined
            ? `${written("second", times[index] * 1000)}: ${printable(readout.join(", "))}`
            : ""}
        </output>
      </figcaption>
    </figure>
  );
}

/** Times that a line has no value for need none: uPlot wants undefined there. */
function dataOf({ times, columns }: Props): uPlot.AlignedData {
  return [times, ...columns.map(drawn)];
}

/** The value under the cursor, or without a cursor the last one. */
function valueAt(times: number[], column: Column, index: number | null, within: number): number | null {
  if (index === null) return column.findLast((value) => typeof value === "number") ?? null;
  const near = indexNear(times, column, index, within);
  return near === undefined ? null : column[near]!;
}
