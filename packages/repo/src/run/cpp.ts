import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hidden, root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import { doctest } from "./doctest.ts";
import { examplesWith } from "./examples.ts";
import { checked, failedAs, type Outcome, sum } from "./outcome.ts";
import { compiler } from "./toolchains.ts";

export const cpp = compiler(
  "g++ 12 with CMake, clang-format and the libraries of the C++ SDK",
  [
    "g++",
    "make",
    "cmake",
    "clang-format",
    "nlohmann-json3-dev",
    "libboost1.81-dev",
    "libcurl4-openssl-dev",
    "doctest-dev",
    "librapidcheck-dev",
  ],
  [
    "coroutine",
    "nlohmann/json.hpp",
    "boost/beast/http/parser.hpp",
    "doctest/doctest.h",
    "rapidcheck.h",
    "curl/curl.h",
  ],
);

const sdk = "sdks/cpp";
const build = join(hidden, "cpp", "tests");

/** Checks the layout of the C++ projects, builds the SDK without warnings, and runs its tests under sanitizers. */
export async function cppPart(): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const project of [
    sdk,
    "conformance/testees/cpp",
    "packages/repo/bench/cpp",
    ...examplesWith("CMakeLists.txt"),
  ])
    outcomes.push(await layout(project));
  const built = await buildTests();
  outcomes.push(checked(`cmake --build ${sdk}`, built.code === 0, built.output));
  outcomes.push(
    built.code === 0
      ? await doctest("cpp", (args) => command(join(build, "tests", "botyard-tests"), args))
      : failedAs({ name: "cpp: the tests were not built", output: built.output }),
  );
  return sum(outcomes);
}

async function layout(project: string): Promise<Outcome> {
  const sources = readdirSync(join(root, project), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[ch]pp$/.test(path) && !path.includes(".gen.") && !path.startsWith("build/"))
    .sort();
  const { code, output } = await command("clang-format", ["--dry-run", "--Werror", ...sources], project);
  return checked(`clang-format ${project}`, code === 0, output);
}

async function buildTests(): Promise<Ended> {
  const sanitizers = "-fsanitize=address,undefined -fno-sanitize-recover=undefined";
  const options = [
    "-DCMAKE_BUILD_TYPE=Debug",
    `-DCMAKE_CXX_FLAGS=${sanitizers}`,
    "-DBOTYARD_TESTS=ON",
    "-DBOTYARD_WARNINGS_AS_ERRORS=ON",
  ];
  const configured = await command("cmake", ["-S", sdk, "-B", build, ...options]);
  return configured.code === 0 ? command("cmake", ["--build", build, "--parallel", "2"]) : configured;
}

/** Runs a program with both streams in one pipe, so that their lines stay in order. */
const command = (program: string, args: string[], cwd = "."): Promise<Ended> =>
  run("sh", ["-c", 'exec "$@" 2>&1', "sh", program, ...args], { cwd: join(root, cwd) });
