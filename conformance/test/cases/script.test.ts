import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { scriptOf } from "../../src/cases/index.ts";
import { corpus, readOne, testFolder } from "./corpus.ts";

const stepOf = (name: string) =>
  readOne(join(testFolder, "valid", `${name}.yaml`), dirname(name)).cases[0]!.steps[0]!;

describe("a script", () => {
  test("has the ops in order with the author's digits, and no expectation", () => {
    expect(scriptOf(stepOf("metric/said-outcomes"))).toBe(
      '{"v":1,"ops":[{"id":"1","op":"state.get","args":["k"]},{"id":"2","op":"state.get","args":["k"],"as":"kept"},' +
        '{"id":"3","op":"state.set","args":["k",{"$var":"kept"}],"uncaught":true},{"id":"4","op":"metric","args":["m",{}]},' +
        '{"id":"5","op":"metric","args":["m",{}]},{"id":"6","op":"exit","args":[3]}]}',
    );
    expect(scriptOf(stepOf("metric/numbers-keep-their-digits"))).toContain(
      '"a":1.50,"b":9007199254740993,"c":-0',
    );
  });

  test("has the ops of handlers inline, with placeholders filled in keys and values", () => {
    const script = scriptOf(stepOf("server/handlers"), (text) => text.replace(`\${nonce}`, "a1b2"));
    expect(script).toContain(
      '{"id":"5","op":"query.handler","args":["/e a1b2",[{"id":"5.1.1","op":"fail","args":[],"uncaught":true}]]}',
    );
    expect(script).toContain('{"id":"2","op":"query.handler","args":["/b",[1,2]]}');
    expect(script).toContain('{"id":"4","op":"query.handler","args":["/d",[]]}');
  });

  test("contains no expectation of any case", () => {
    for (const name of corpus("valid")) {
      const { cases } = readOne(join(testFolder, "valid", `${name}.yaml`), dirname(name));
      for (const step of cases.flatMap(({ steps }) => steps)) {
        expect(scriptOf(step)).not.toMatch(
          /"(?:outcome|returns|fails|ends|never_reached|any|message|lists|expect)":/,
        );
      }
    }
  });
});
