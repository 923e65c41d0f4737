/** Reads a list of names, which may have any characters, from a parameter of an address. */
export function readNames(text: string | null): Set<string> {
  const names = new Set<string>();
  for (const part of (text ?? "").split(",")) {
    if (part === "") continue;
    try {
      names.add(decodeURIComponent(part));
    } catch {
      // Somebody has changed the address by hand; the other names still count.
    }
  }
  return names;
}

/** Returns the parameter for the names with one added, or removed if it is there. */
export function toggled(names: ReadonlySet<string>, name: string): string {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return [...next].map(encodeURIComponent).join(",");
}
