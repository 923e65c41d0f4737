/** A dependency of a project, as in `[project].dependencies`. */
export interface Requirement {
  /** As index servers compare names. */
  name: string;
  /** `""` for any version, or if it is required by URL. */
  specifier: string;
  marker?: string;
}

/** Reads a requirement such as `numpy[extra] >=2,<3 ; python_version < "3.13"`. */
export function readRequirement(text: string): Requirement | undefined {
  const [, name, given = "", marker] =
    /^\s*([\w.-]*\w)\s*(?:\[[^\]]*\])?\s*(?:@\s*\S+|\(?([^;()@]*)\)?)\s*(?:;\s*(.*))?$/s.exec(text) ?? [];
  if (name === undefined) return undefined;
  const specifier = given.replaceAll(/\s+/g, "");
  return { name: normalName(name), specifier, ...(marker && { marker: marker.trim() }) };
}

/** Returns a name as index servers compare names. */
export const normalName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, "-");
