import { expect, test } from "vitest";
import { table } from "../../src/output/table.ts";

const rows = [
  ["b1", "short", "running"],
  ["b2", "a name that is longer than the room that there is", "stopped"],
];

test("in a pipe a table is tab-separated, without header and not truncated", () => {
  expect(table(["ID", "NAME", "STATUS"], rows)).toBe(
    "b1\tshort\trunning\nb2\ta name that is longer than the room that there is\tstopped\n",
  );
});

test("on a terminal the widest column is truncated to fit the width", () => {
  const lines = table(["ID", "NAME", "STATUS"], rows, { width: 40 }).trimEnd().split("\n");
  expect(lines).toEqual(
    [
      "ID  NAME                         STATUS",
      "b1  short                        running",
      "b2  a name that is longer than…  stopped",
    ].map((line) =>
      expect.stringMatching(new RegExp(`^${line.split(/ {2,}/).join(" +").replace("…", ".*…")}`)),
    ),
  );
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
});

test("characters of two columns count as two and are not split", () => {
  const wide = [
    ["b1", "東京株式取引所ボット", "running"],
    ["b2", "é🙂", "idle"],
  ];
  const lines = table(["ID", "NAME", "STATUS"], wide, { width: 27 }).trimEnd().split("\n");
  expect(lines).toEqual([
    "ID  NAME            STATUS",
    "b1  東京株式取引…   running",
    "b2  é🙂             idle",
  ]);
});

test("on a narrow terminal each row is a paragraph and nothing is truncated", () => {
  expect(table(["ID", "NAME", "STATUS"], rows, { width: 16 })).toBe(
    [
      "ID:     b1\nNAME:   short\nSTATUS: running\n",
      "ID:     b2\nNAME:   a name that is longer than the room that there is\nSTATUS: stopped\n",
    ].join("\n"),
  );
});

test("control characters in a bot's name do not break the table", () => {
  expect(table(["ID", "NAME"], [["b1", "evil\n\u001b[2Jb2\tfake"]])).toBe("b1\tevil b2 fake\n");
});

test("without rows there is no output", () => {
  expect(table(["ID"], [])).toBe("");
});
