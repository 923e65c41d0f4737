/** What a requirements.txt asks for, as far as it decides whether pip is needed. */
export interface Requirements {
  /** The version specifier of `botyard`, `""` for any; absent when it is not asked for. */
  botyard?: string;
  /** The path of a wheel of `botyard`, where it is asked for by one. */
  wheel?: string;
  /** Lines that name something else, options included. */
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

/** True when the carried version surely fits; anything less plain is left to pip. */
export function fits(specifier: string, version: string): boolean {
  return (
    specifier === "" ||
    specifier === `==${version}` ||
    specifier === `>=${version}` ||
    specifier === `~=${version}`
  );
}
