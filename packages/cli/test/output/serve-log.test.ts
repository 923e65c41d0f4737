import { expect, test } from "vitest";
import type { Context } from "../../src/context.ts";
import { serverLog } from "../../src/serve/log.ts";

/** Returns what is written of an error, as text or as JSON. */
function logged(err: Error, json: boolean): string {
  let written = "";
  const context = {
    globals: { verbose: false, ...(json && { json: true }) },
    stderr: { write: (text: string) => (written += text) },
  };
  serverLog(context as unknown as Context).error({ err }, "It failed.");
  return written;
}
const caused = (message: string, cause?: Error) => new Error(message, { cause });
const refused = caused("connect ECONNREFUSED 127.0.0.1:5432");

test.each([
  [
    caused(
      "The server cannot be reached: connect ECONNREFUSED 127.0.0.1:5432.",
      caused(refused.message, refused),
    ),
    "The server cannot be reached: connect ECONNREFUSED 127.0.0.1:5432.",
  ],
  [
    caused("It is unknown.", caused("The server is away: gone.", caused("gone"))),
    "It is unknown: The server is away: gone.",
  ],
  [caused("gone.", caused("The server is away: gone.")), "The server is away: gone."],
  [caused("It is alone."), "It is alone."],
])("the log says once what several causes of an error say: %s", (error, says) => {
  expect(logged(error, false)).toBe(`error: It failed. (${says})\n`);
  expect(JSON.parse(logged(error, true)).err).toMatchObject({ type: "Error", message: says });
});

test("the log of an error whose cause is itself ends", () => {
  const error = caused("It goes round.");
  error.cause = error;
  expect(logged(error, false)).toBe("error: It failed. (It goes round.)\n");
});
