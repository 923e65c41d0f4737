/** An expression of SQL that writes a time as the platform does (RFC 3339, in UTC), whatever the settings of the server. */
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
