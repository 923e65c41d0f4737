/** The severity of a log record. */
export type LogLevel = "debug" | "info" | "warn" | "error";

const nameOfLevel: Record<LogLevel, string> = {
  debug: "trace debug verbose",
  info: "info information notice",
  warn: "warn warning",
  error: "error err severe critical crit alert emerg emergency panic fatal",
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
