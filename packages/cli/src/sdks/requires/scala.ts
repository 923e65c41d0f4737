import { join } from "node:path";
import { type Requirement, readBuildFile } from "./requirement.ts";
import { appended, childText, type Edit, type Element, edited, elementsOf } from "./xml.ts";

const pom = "pom.xml";

/** A project in Scala: a dependency on the artifact, or the property with the path of the sources, which are compiled with it. */
export const scalaRequirement: Requirement = {
  names: [pom],
  async find(project) {
    const text = await readBuildFile(project, pom);
    return new Map(sourcesOf(text) || artifactOf(text) ? [[pom, text]] : []);
  },
  async withPath(found, path, project) {
    const text = found.get(pom)!;
    const sources = sourcesOf(text);
    const edits =
      sources === undefined
        ? withSources(text, path, await readBuildFile(project, join(path, pom)))
        : [{ ...sources.inner, by: path }];
    return new Map([[pom, edited(text, edits)]]);
  },
};

const at = (text: string, path: string) => elementsOf(text).find((element) => element.path === path);
const sourcesOf = (text: string) => at(text, "project/properties/botyard.sdk");
const dependencies = (text: string) =>
  elementsOf(text).filter(({ path }) => path === "project/dependencies/dependency");
const nameOf = (text: string, dependency: Element) =>
  `${childText(text, dependency, "groupId")}:${childText(text, dependency, "artifactId")}`;
const artifactOf = (text: string) =>
  dependencies(text).find((one) => nameOf(text, one).startsWith("io.botyard:botyard_"));

/** Replaces the artifact by the dependencies of its sources, and has Maven compile these. */
function withSources(text: string, path: string, sdk: string): Edit[] {
  const artifact = artifactOf(text)!;
  const indent = /[ \t]*$/.exec(text.slice(0, artifact.start))![0];
  const needed = dependenciesOf(sdk, new Set(dependencies(text).map((one) => nameOf(text, one))));
  // Its line goes if nothing takes its place.
  const start = needed.length > 0 ? artifact.start : text.slice(0, artifact.start).trimEnd().length;
  const by = needed.join("\n").replaceAll("\n", `\n${indent}`);
  return [
    { start, end: artifact.end, by },
    inside(text, ["properties"], ["<!-- The sources of the SDK. -->", `<botyard.sdk>${path}</botyard.sdk>`]),
    addedSource(text),
  ];
}

/** The dependencies that the SDK's own `pom.xml` declares, without those for its tests and those that a project has. */
function dependenciesOf(sdk: string, present: ReadonlySet<string>): string[] {
  return dependencies(sdk)
    .filter((one) => childText(sdk, one, "scope") === undefined && !present.has(nameOf(sdk, one)))
    .map((one) =>
      sdk
        .slice(one.start, one.end)
        .replaceAll("\n    ", "\n")
        .replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => {
          const property = at(sdk, `project/properties/${name}`)!;
          return sdk.slice(property.inner.start, property.inner.end);
        }),
    );
}

function addedSource(text: string): Edit {
  const execution = `<execution>
  <id>botyard</id>
  <phase>generate-sources</phase>
  <goals>
    <goal>add-source</goal>
  </goals>
  <configuration>
    <sources>
      <source>\${botyard.sdk}/src/main/scala</source>
    </sources>
  </configuration>
</execution>`.split("\n");
  const name = "build-helper-maven-plugin";
  const plugin = elementsOf(text).find(
    (one) => one.path === "project/build/plugins/plugin" && childText(text, one, "artifactId") === name,
  );
  if (plugin !== undefined) {
    const own = `${plugin.path}/executions`;
    const executions = elementsOf(text).find(
      ({ path, start, end }) => path === own && start > plugin.start && end < plugin.end,
    );
    return appended(text, executions ?? plugin, executions ? execution : wrapped("executions", execution));
  }
  return inside(
    text,
    ["build", "plugins"],
    wrapped("plugin", [
      "<groupId>org.codehaus.mojo</groupId>",
      `<artifactId>${name}</artifactId>`,
      "<version>3.6.0</version>",
      ...wrapped("executions", execution),
    ]),
  );
}

const wrapped = (name: string, lines: readonly string[]): string[] => [
  `<${name}>`,
  ...lines.map((line) => `  ${line}`),
  `</${name}>`,
];

/** Adds lines at the end of an element of the project; makes the elements that there are not. */
function inside(text: string, names: readonly string[], lines: readonly string[]): Edit {
  const parent = at(text, ["project", ...names].join("/"));
  if (parent !== undefined || names.length === 0) return appended(text, parent!, lines);
  return inside(text, names.slice(0, -1), wrapped(names.at(-1)!, lines));
}
