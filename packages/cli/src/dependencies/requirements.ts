/** The requirements of a `requirements.txt`, in the detail needed to decide whether to run pip. */
export interface Requirements {
  /** Version specifier of `botyard`, `""` for any version; absent if it is not required. */
  botyard?: string;
  /** Path of the wheel of `botyard`, if it is required by path. */
  wheel?: string;
  /** All other lines, including options. */
  others: string[];
}

export function readRequirements(text: string): Requirements {
  const found: Requirements = { others: [] };
  for (const raw of text.replaceAll("\\\n", " ").split("\n")) {
    const line = raw.replace(/(^|\s)#.*$/, "").trim();
    if (line === "") continue;
    const own = /^botyard\s*((?:[=<>!~].*)?)$/i.exec(line);
    const wheel = /^((?:[^\s:;]*\/)?botyard-[^/\s;]+\.whl)$/.exec(line);
    if (own) found.botyard = own[1]!.replaceAll(/\s+/g, "");
    else if (wheel) found.wheel = wheel[1]!;
    else found.others.push(line);
  }
  return found;
}

/** Returns true if the version certainly satisfies the specifier; other specifiers are left to pip. */
export function fits(specifier: string, version: string): boolean {
  return (
    specifier === "" ||
    specifier === `==${version}` ||
    specifier === `>=${version}` ||
    specifier === `~=${version}`
  );
}
