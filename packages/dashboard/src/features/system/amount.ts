const binary = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** A limit for people: bytes in the largest unit that leaves at most one decimal place, anything else with its unit. */
export function amount(value: number, unit: string): string {
  if (unit === "milliseconds" && value % 1_000 === 0) return amount(value / 1_000, "seconds");
  if (unit !== "bytes") return unit === "" ? number(value) : `${number(value)} ${unit}`;
  let size = value;
  let step = 0;
  while (size >= 1024 && step < binary.length - 1 && Number.isInteger((size / 1024) * 10)) {
    size /= 1024;
    step += 1;
  }
  return `${number(size)} ${binary[step]}`;
}

const number = (value: number) => value.toLocaleString("en");
