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
  const probes = document.createElement("i");
  const all = [...names, "--buy", "--sell", "--text-soft", "--line", "--surface"];
  // All at once, because each change between two readings makes the browser compute the styles again.
  for (const name of all) probes.appendChild(document.createElement("i")).style.color = `var(${name})`;
  document.body.append(probes);
  const read = [...probes.children].map((probe) => getComputedStyle(probe).color);
  probes.remove();
  const [buy = "", sell = "", text = "", line = "", surface = ""] = read.splice(names.length);
  return { series: read, buy, sell, text, line, surface };
}

/** A number that changes with the colour scheme, because a canvas keeps the colours that it was drawn with. */
export function useColourScheme(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const changed = () => setCount((old) => old + 1);
    // Paper is light.
    const media = ["(prefers-color-scheme: dark)", "print"].map((query) => matchMedia(query));
    for (const one of media) one.addEventListener("change", changed);
    addEventListener("themechange", changed);
    return () => {
      for (const one of media) one.removeEventListener("change", changed);
      removeEventListener("themechange", changed);
    };
  }, []);
  return count;
}
