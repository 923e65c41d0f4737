import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../src/root.ts";

/** An example in a comment of a header, between `\code` and `\endcode`. */
export interface Example {
  /** Header and line. */
  place: string;
  code: string;
}

const folder = join(root, "sdks/cpp/include/botyard");
const headers = readdirSync(folder).map((name) => join(folder, name));

export const examples: Example[] = headers.flatMap((header) => {
  const text = readFileSync(header, "utf8");
  return [...text.matchAll(/\\code\n(.*?)\\endcode$/gms)].map(({ index, 1: comment }) => ({
    place: `${basename(header)}:${text.slice(0, index).split("\n").length}`,
    code: comment!.replaceAll(/^ *\/\/\/ ?/gm, ""),
  }));
});

/** Returns a program that runs the example whose number is its argument. */
export function programOf(all: Example[]): string {
  const included = [
    "botyard/botyard.hpp",
    "botyard/stop.hpp",
    "botyard/testing.hpp",
    "array",
    "atomic",
    "cassert",
    "cmath",
    "condition_variable",
    "cstdlib",
    "mutex",
    "stdexcept",
    "vector",
  ];
  const functions = all.map(({ place, code }, n) => {
    const [header, line] = place.split(":");
    const body = code.includes("int main()")
      ? code.replace("int main()", `void example_${n}()`)
      : `void example_${n}() {\n${code}}`;
    return `#line ${line} "${header}"\n${body}`;
  });
  return [
    ...included.map((name) => `#include <${name}>`),
    ...functions,
    "int main(int, char** arguments) {",
    "    switch (std::atoi(arguments[1])) {",
    ...all.map((_, n) => `        case ${n}: return example_${n}(), 0;`),
    "    }",
    "}",
    "",
  ].join("\n");
}

/** Returns the public names that hand-written headers declare and that no example uses. */
export function withoutExample(): string[] {
  const written = headers.filter((header) => !header.endsWith(".gen.hpp"));
  const code = written.map((header) => readFileSync(header, "utf8").replaceAll(/\/\/.*/g, "")).join("\n");
  const used = examples.map((example) => example.code).join("\n");
  return readFileSync(join(root, "sdks/cpp/tests/public-names.txt"), "utf8")
    .trimEnd()
    .split("\n")
    .filter((name) => {
      const word = new RegExp(`\\b${name.split("::").at(-1)}\\b`);
      return word.test(code) && !word.test(used);
    });
}
