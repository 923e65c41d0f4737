/** The severity of a log record. */
export type LogLevel = "debug" | "info" | "warn" | "error";

const nameOfLevel: Record<LogLevel, string> = {
  debug: "trace trce trc debug dbug dbg verbose vrb",
  info: "info inf information notice success",
  warn: "warn wrn warning",
  error: "error err fail severe critical crit alert emerg emergency panic fatal ftl",
};

const levelOfName = new Map(
  Object.entries(nameOfLevel).flatMap(([level, names]) =>
    names.split(" ").map((name) => [name, level as LogLevel]),
  ),
);

/** Reads a level from a logger's name or number for it; returns undefined if it is not recognised [LOG-7]. */
export function readLevel(value: unknown): LogLevel | undefined {
  if (typeof value === "string") return levelOfName.get(value) ?? levelOfName.get(value.toLowerCase());
  if (typeof value !== "number") return undefined;
  if (value < 30) return "debug";
  return value < 40 ? "info" : value < 50 ? "warn" : "error";
}
