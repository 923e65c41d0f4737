const units = ["B", "KiB", "MiB", "GiB", "TiB"];

/** A number of bytes as a reader compares it: three digits and a unit. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (Math.abs(value) >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || Math.abs(value) >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
