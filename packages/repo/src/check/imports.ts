const importOf =
  /(?:^|[\s;}])(?:import|export)\s[^"';]*?from\s*["']([^"']+)["']|(?:^|[\s;}(])import\s*\(?\s*["']([^"']+)["']/gm;

/** Removes comments, which may mention forbidden imports. */
export function codeOf(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

export function importsOf(text: string): string[] {
  return [...codeOf(text).matchAll(importOf)].map((match) => (match[1] ?? match[2])!);
}
