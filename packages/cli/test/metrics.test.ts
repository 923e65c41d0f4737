import { expect, test } from "vitest";
import { threeBots } from "./three-bots.ts";

const many = Array.from({ length: 2_500 }, (_, at) => ({ type: "price", data: { value: at } }));

test("--all prints every metric, from as many pages as needed, also where a list would be downsampled", async () => {
  const { run, mock } = await threeBots([], {}, { metrics: many });
  const { code, stdout } = await run("bot", "metrics", "alpha", "--all");
  expect([code, stdout.match(/\n/g)?.length]).toEqual([0, 2_500]);
  expect(stdout.endsWith('\tprice\t{"value":2499}\n')).toBe(true);
  expect(mock.requests.filter(({ operation }) => operation === "listAllMetrics")).toHaveLength(3);
  const whole = JSON.parse((await run("bot", "metrics", "alpha", "--all", "--json", "data.value")).stdout);
  expect(whole).toMatchObject({ downsampled: false, total: 2_500 });
  expect(whole.items.at(-1)).toEqual({ "data.value": 2499 });
});

test("in JSON, metrics of a period tell whether they are downsampled and how many there are", async () => {
  const { run } = await threeBots([], {}, { metrics: many });
  const args = ["bot", "metrics", "alpha", "--since", "1d", "--json=seq"];
  const some = JSON.parse((await run(...args)).stdout);
  expect(some).toMatchObject({ downsampled: true, total: 2_500 });
  expect(some.items.length).toBeLessThanOrEqual(2_000);
  expect(Object.keys(some.items[0])).toEqual(["seq"]);
  expect(JSON.parse((await run(...args, "--max-points", "10000")).stdout)).toMatchObject({
    downsampled: false,
    total: 2_500,
  });
});

test("--csv has one column for each field, with all digits, and quotes what needs it", async () => {
  const metrics = [
    {
      type: "fill",
      data: { id: JSON.rawJSON("12345678901234567891"), note: 'a "b", c' },
      time: "2026-11-20T14:30:00Z",
    },
    { type: "other", data: { lines: "1\n2", deep: { a: [1] }, none: null }, time: "2026-11-20T14:29:00Z" },
  ];
  const { run } = await threeBots([], {}, { metrics });
  const { code, stdout, stderr } = await run("bot", "metrics", "alpha", "--csv");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(
    [
      "seq,time,type,run_id,data.id,data.note,data.lines,data.deep,data.none",
      '1,2026-11-20T14:30:00.000Z,fill,,12345678901234567891,"a ""b"", c",,,',
      '2,2026-11-20T14:29:00.000Z,other,,,,"1\n2","{""a"":[1]}",null',
      "",
    ].join("\n"),
  );
  const one = await run("bot", "metrics", "alpha", "--csv", "--type", "fill");
  expect(one.stdout.split("\n")[0]).toBe("seq,time,type,run_id,data.id,data.note");
});

test.each([
  [["--max-points", "0"], "--max-points 0 is not a whole number from 1 to 10000."],
  [["--max-points", "10001"], "--max-points 10001 is not a whole number from 1 to 10000."],
  [["--all", "--max-points", "5"], "--all and --max-points cannot be combined."],
  [["--csv", "-w"], "--csv and --watch cannot be combined."],
  [["--csv", "--json"], "--csv and --json cannot be combined."],
])("%j is refused before a request is sent", async (args, why) => {
  const { run, mock } = await threeBots();
  const { code, stderr } = await run("bot", "metrics", "alpha", ...args);
  expect([code, mock.requests]).toEqual([2, []]);
  expect(stderr).toContain(why);
});
