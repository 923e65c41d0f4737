import { useEffect, useState } from "preact/hooks";

/** Colours of the series, in this order; distinguishable from each other with every common colour blindness. */
const names = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5", "--series-6"] as const;

export interface Colours {
  series: string[];
  buy: string;
  sell: string;
  text: string;
  line: string;
  surface: string;
}

export function readColours(): Colours {
  // The computed value of a custom property is its text; only a real property gives the colour that `light-dark` chose.
  const probe = document.createElement("i");
  document.body.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    series: names.map(read),
    buy: read("--buy"),
    sell: read("--sell"),
    text: read("--text-soft"),
    line: read("--line"),
    surface: read("--surface"),
  };
  probe.remove();
  return colours;
}

/** A number that changes with the colour scheme, because a canvas keeps the colours that it was drawn with. */
export function useColourScheme(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const changed = () => setCount((old) => old + 1);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", changed);
    addEventListener("themechange", changed);
    return () => {
      scheme.removeEventListener("change", changed);
      removeEventListener("themechange", changed);
    };
  }, []);
  return count;
}
